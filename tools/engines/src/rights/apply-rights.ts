import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type mongoose from 'mongoose';
import { applyKafkaRights } from '@tributary/messaging';
import { type KafkaAccess } from '@tributary/messaging/access';
import { nodeUrls } from '@tributary/service/edge';
import { withAdmin } from '../mongo-admin.ts';
import type { EngineRights, MongoRight, RedisRight } from './engine-rights.ts';

/** The administrators' access to the engines. */
export interface AdminAccess {
  /** With the options of TLS. */
  readonly mongoUrl: string;
  readonly kafka: KafkaAccess;
  readonly redisUrl: string;
  readonly redisCaFile?: string | undefined;
}

/** The password of a user, by engine; undefined where the user is not to be made. */
export type PasswordOf = (engine: 'mongo' | 'redis', user: string) => string | undefined;

const USER_NOT_FOUND = 11;

async function applyMongoUser(
  admin: mongoose.mongo.Db,
  user: string,
  options: { readonly pwd: string; readonly roles: readonly { role: string; db: string }[] },
): Promise<void> {
  try {
    await admin.command({ updateUser: user, ...options });
  } catch (error) {
    if ((error as { code?: unknown }).code !== USER_NOT_FOUND) throw error;
    await admin.command({ createUser: user, ...options });
  }
}

async function applyMongo(
  url: string,
  rights: readonly MongoRight[],
  passwordOf: PasswordOf,
): Promise<string[]> {
  const made: string[] = [];
  await withAdmin(url, async (admin) => {
    for (const { user, roles } of rights) {
      const pwd = passwordOf('mongo', user);
      if (pwd === undefined) continue;
      await applyMongoUser(admin, user, { pwd, roles });
      made.push(user);
    }
  });
  return made;
}

/** Redis remembers users after a restart where it has a file for them. */
const ignoreNoAclFile = (error: unknown): void => {
  if (!(error instanceof Error) || !error.message.includes('ACL file')) throw error;
};

async function applyRedisServer(
  { url, redisCaFile }: { readonly url: string; readonly redisCaFile: string | undefined },
  rights: readonly RedisRight[],
  passwordOf: PasswordOf,
): Promise<string[]> {
  const ca = redisCaFile === undefined ? undefined : readFileSync(redisCaFile);
  const redis = new Redis(url, {
    ...(ca !== undefined && { tls: { ca } }),
    maxRetriesPerRequest: 1,
  });
  const made: string[] = [];
  try {
    for (const { user, rules } of rights) {
      const password = passwordOf('redis', user);
      if (password === undefined) continue;
      await redis.call('ACL', 'SETUSER', user, 'reset', 'on', `>${password}`, ...rules);
      made.push(user);
    }
    await redis.call('ACL', 'SAVE').catch(ignoreNoAclFile);
  } finally {
    redis.disconnect();
  }
  return made;
}

/** Each node of a cluster has users of its own. */
async function applyRedis(
  { redisUrl, redisCaFile }: AdminAccess,
  rights: readonly RedisRight[],
  passwordOf: PasswordOf,
): Promise<string[]> {
  let made: string[] = [];
  for (const url of nodeUrls(redisUrl)) {
    made = await applyRedisServer({ url, redisCaFile }, rights, passwordOf);
  }
  return made;
}

/**
 * Makes the users of MongoDB and Redis that have a password, and gives the users of all engines these rights and
 * no others. Repeating it changes nothing but passwords. Returns one line for each engine. Throws where an engine refuses.
 */
export async function applyRights(
  access: AdminAccess,
  rights: EngineRights,
  passwordOf: PasswordOf,
): Promise<string[]> {
  const { added, removed } = await applyKafkaRights(access.kafka, rights.kafka);
  const mongo = await applyMongo(access.mongoUrl, rights.mongo, passwordOf);
  const redis = await applyRedis(access, rights.redis, passwordOf);
  return [
    `Kafka: ${String(added)} rules added, ${String(removed)} removed`,
    `MongoDB: ${String(mongo.length)} users`,
    `Redis: ${String(redis.length)} users`,
  ];
}
