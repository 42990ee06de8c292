import { serviceIds } from '@tributary/catalog';
import { topics } from '@tributary/contracts';
import { readEngineRights, userOf } from '@tributary/engines/rights';
import { redisKeys, sourcesOf } from './redis-keys.ts';

const { kafka, mongo, redis } = readEngineRights();

const usersWith = (name: string, operation: 'read' | 'write'): string[] =>
  kafka
    .filter((right) => right.name === name && right.operations.includes(operation))
    .map(({ user }) => user);

const OPERATOR = userOf('operator');

describe('the rights of services in the engines', () => {
  it('let notification alone read the mails of identity, with their links', () => {
    expect(usersWith('identity.mails', 'read')).toEqual([userOf('notification')]);
    expect(usersWith('identity.mails.dead', 'read')).toEqual([OPERATOR]);
  });

  it.each(topics.filter(({ shared }) => !shared))(
    'let $owner alone write $name, besides a replay by operators',
    (topic) => {
      const writers = [userOf(topic.owner), OPERATOR];
      expect(usersWith(topic.name, 'write')).toEqual(writers);
      expect(usersWith(`${topic.name}.v*`, 'write')).toEqual(writers);
    },
  );

  it.each(topics.filter(({ shared }) => shared))('let every service write $name', ({ name }) => {
    expect(usersWith(name, 'write')).toHaveLength(mongo.length);
  });

  it('name no wildcard for a service but the versions of a topic, and no group of another service', () => {
    for (const { user, name, resource } of kafka.filter((right) => right.user !== OPERATOR)) {
      expect(name.replace(/\.v\*$/, '')).not.toContain('*');
      if (resource === 'group') expect(userOf(name.replace('.bulk', ''))).toBe(user);
    }
  });

  it('let no service into the database of another', () => {
    for (const { user, roles } of mongo.filter((right) => right.user !== OPERATOR)) {
      expect(roles).toEqual([
        { role: 'readWrite', db: expect.stringMatching(/^tributary_/) as string },
      ]);
      expect(roles.map(({ db }) => userOf(db.replace('tributary_', '')))).toEqual([user]);
    }
  });

  it('let operators read every database, and write none', () => {
    const roles = mongo.find(({ user }) => user === OPERATOR)?.roles ?? [];
    expect(new Set(roles.map(({ role }) => role))).toEqual(new Set(['read']));
    expect(roles).toHaveLength(mongo.length - 1);
  });

  it('let identity alone write revocations', () => {
    const writers = redis.filter(({ rules }) => rules.includes('~revoked-users'));
    expect(writers.map(({ user }) => user)).toEqual([userOf('identity')]);
    expect(redis.filter(({ rules }) => rules.includes('%R~revoked-users'))).toHaveLength(9);
  });

  it('apply to one namespace', () => {
    const own = readEngineRights('t1-');
    expect(own.kafka.every(({ user, name }) => (user + name).match(/^t1-.*t1-/))).toBe(true);
    expect(
      own.mongo.every(({ roles }) => roles.every(({ db }) => db.startsWith('t1-tributary_'))),
    ).toBe(true);
    const rules = own.redis.flatMap((right) => right.rules).filter((rule) => /[~&]/.test(rule));
    expect(rules.every((rule) => /[~&]t1-/.test(rule))).toBe(true);
  });

  it.each(serviceIds)('cover the keys of Redis in the code of %s', (service) => {
    const named = sourcesOf(service).flatMap((text) =>
      [...text.matchAll(/\$\{(?:config\.)?(?:namespace|prefix)\}([a-z][\w-]*)/g)].map(
        ([, key = '']) => key,
      ),
    );
    const keys = named.filter((key) => !key.startsWith('tributary_'));
    const { own, readOnly, channels } = redisKeys(service);
    const granted = [...own, ...readOnly, ...channels].map((key) => key.split(':')[0]);
    expect(keys.filter((key) => !granted.includes(key))).toEqual([]);
  });
});
