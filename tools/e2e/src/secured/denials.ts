import { existsSync, readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { SecuredEngines } from '@tributary/engines';

const KAFKA_DENIAL =
  /Principal = User:(\S+) is Denied operation = (\w+) .*? on resource = \w+:\w+:(\S+)/g;
const MONGO_DENIAL = /not authorized on (\S+) to execute command \{ (\w+):/g;

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Which user was refused what by Kafka, and which database MongoDB refused to whom it does not say. */
function loggedDenials({ kafkaLog, mongoLog }: SecuredEngines): string[] {
  const kafka = [...textOf(kafkaLog).matchAll(KAFKA_DENIAL)].map(
    ([, user = '', operation = '', name = '']) => `Kafka refuses ${user} ${operation} of ${name}`,
  );
  const mongo = [...textOf(mongoLog).matchAll(MONGO_DENIAL)].map(
    ([, database = '', command = '']) => `MongoDB refuses ${command} in ${database}`,
  );
  return [...kafka, ...mongo];
}

/** Fields and values alternate. */
const fieldsOf = (entry: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entry.flatMap((name, index) => (index % 2 === 0 ? [[name, entry[index + 1] ?? '']] : [])),
  );

/** The requests that the engines refused for want of a right, each once. */
export interface Denials {
  list(): Promise<string[]>;
  /** Rejects as soon as there is a denial, with the first ones in its message. */
  watch(signal: AbortSignal): Promise<never>;
  close(): void;
}

/** Follows the logs of the engines and the list that Redis has of its own. */
export async function openDenials(engines: SecuredEngines): Promise<Denials> {
  const redis = new Redis(engines.redisUrl, { tls: { ca: readFileSync(engines.caFile) } });
  await redis.call('ACL', 'LOG', 'RESET');
  const inRedis = async (): Promise<string[]> => {
    const entries = (await redis.call('ACL', 'LOG', '100')) as string[][];
    return entries
      .map(fieldsOf)
      .map(
        ({ username = '', reason = '', object = '' }) =>
          `Redis refuses ${username} ${reason} ${object}`,
      );
  };
  const list = async (): Promise<string[]> => [
    ...new Set([...loggedDenials(engines), ...(await inRedis())]),
  ];
  return {
    list,
    watch: async (signal) => {
      for (;;) {
        await new Promise((resume) => setTimeout(resume, 500));
        if (signal.aborted) return new Promise<never>(() => undefined);
        const denials = await list();
        if (denials.length > 0) throw new DenialError(denials);
      }
    },
    close: () => {
      redis.disconnect();
    },
  };
}

/** Engines refused requests; `denials` names them, one line each. */
export class DenialError extends Error {
  readonly denials: readonly string[];

  constructor(denials: readonly string[]) {
    super(denials.join('\n'));
    this.denials = denials;
  }
}
