import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kafkaOperations, type KafkaRight } from '@tributary/messaging';
import { repositoryRoot } from '../config.ts';

/** The roles of a user of MongoDB, each in one database. */
export interface MongoRight {
  readonly user: string;
  readonly roles: readonly { readonly role: string; readonly db: string }[];
}

/** The rules of Redis for one user: commands, keys and channels. */
export interface RedisRight {
  readonly user: string;
  readonly rules: readonly string[];
}

/** Who may do what in the engines of one system. */
export interface EngineRights {
  readonly kafka: readonly KafkaRight[];
  readonly mongo: readonly MongoRight[];
  readonly redis: readonly RedisRight[];
}

/** Where the lists are; `npm run gen` writes them from the code of the services. */
export const RIGHTS_FILES = {
  kafka: 'deploy/engines/kafka-rights.txt',
  mongo: 'deploy/engines/mongo-rights.txt',
  redis: 'deploy/engines/redis-rights.txt',
} as const;

/** The user of a service, or of the operators' tools (`operator`), in every engine. */
export const userOf = (name: string, namespace = ''): string => `${namespace}tributary-${name}`;

const rowsOf = (file: string): string[][] =>
  readFileSync(join(repositoryRoot(), file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));

const isOperation = (text: string): text is (typeof kafkaOperations)[number] =>
  kafkaOperations.some((operation) => operation === text);

function kafkaRight(
  [user = '', resource, name = '', list = '']: string[],
  namespace: string,
): KafkaRight {
  const operations = list.split(',');
  if ((resource !== 'topic' && resource !== 'group') || !operations.every(isOperation)) {
    throw new Error(`${RIGHTS_FILES.kafka} has a row that is no right: ${user} ${name} ${list}`);
  }
  return { user: userOf(user, namespace), resource, name: namespace + name, operations };
}

/** Keys and channels of a system begin with its namespace. */
const inNamespace = (rule: string, namespace: string): string =>
  rule.replace(/^(%RW?~|~|&)/, (kind) => kind + namespace);

/** The rights of `deploy/engines` for a system with this namespace. Throws where a list is broken. */
export const readEngineRights = (namespace = ''): EngineRights => ({
  kafka: rowsOf(RIGHTS_FILES.kafka).map((row) => kafkaRight(row, namespace)),
  mongo: [...Map.groupBy(rowsOf(RIGHTS_FILES.mongo), ([user = '']) => user)].map(
    ([user, rows]) => ({
      user: userOf(user, namespace),
      roles: rows.map(([, role = '', database = '']) => ({ role, db: namespace + database })),
    }),
  ),
  redis: rowsOf(RIGHTS_FILES.redis).map(([user = '', ...rules]) => ({
    user: userOf(user, namespace),
    rules: rules.map((rule) => inNamespace(rule, namespace)),
  })),
});
