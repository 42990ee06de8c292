import { serviceIds } from '@tributary/catalog';
import { type EngineUser, randomPassword, type SecuredEngines } from '@tributary/engines';
import { type EngineRights, userOf } from '@tributary/engines/rights';

const names = [...serviceIds, 'operator'] as const;

/** A user of a service, or of the operators' tools, in all engines. */
export type UserName = (typeof names)[number];

/** The users of a secured system, each with a password of its own. */
export type EngineUsers = Readonly<Record<UserName, EngineUser>>;

export const makeUsers = (namespace: string): EngineUsers =>
  Object.fromEntries(
    names.map((name) => [name, { name: userOf(name, namespace), password: randomPassword() }]),
  ) as EngineUsers;

/** The settings by which a process reaches the engines as this user, with nothing of the administrator. */
export function settingsOf(
  { admin, caFile, kafkaBrokers, mongoUrl, redisUrl }: SecuredEngines,
  { name, password }: EngineUser,
): Readonly<Record<string, string>> {
  const as = (url: string): string =>
    url.replace(/\/\/[^@]*@/, `//${name}:${password}@`).replaceAll(admin.password, '');
  return {
    MONGO_URL: as(mongoUrl),
    MONGO_TLS_CA: caFile,
    KAFKA_BROKERS: kafkaBrokers,
    KAFKA_TLS_CA: caFile,
    KAFKA_SASL_USERNAME: name,
    KAFKA_SASL_PASSWORD: password,
    REDIS_URL: as(redisUrl),
    REDIS_TLS_CA: caFile,
  };
}

/** The rights without those that one user has over a topic, group, database or pattern of keys. Throws where it has none. */
export function withoutRight(rights: EngineRights, user: string, name: string): EngineRights {
  const isOther = (right: { readonly user: string }, itsName: string): boolean =>
    right.user !== user || itsName !== name;
  const less: EngineRights = {
    kafka: rights.kafka.filter((right) => isOther(right, right.name)),
    mongo: rights.mongo.map((right) => ({
      ...right,
      roles: right.roles.filter(({ db }) => isOther(right, db)),
    })),
    redis: rights.redis.map((right) => ({
      ...right,
      rules: right.rules.filter((rule) => isOther(right, rule.replace(/^(%RW?~|~|&)/, ''))),
    })),
  };
  if (JSON.stringify(less) === JSON.stringify(rights)) {
    throw new Error(`${user} has no right to ${name} in deploy/engines`);
  }
  return less;
}
