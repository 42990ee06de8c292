import { parseArgs } from 'node:util';
import { topics as catalog } from '@tributary/contracts';
import type { Log } from '@tributary/mongo';
import { z } from 'zod';
import { type KafkaAccess, kafkaAccessOf, kafkaShape } from '../access.ts';
import {
  type DeadLetter,
  listDeadLetters,
  replayDeadLetters,
  type Selection,
} from '../dead-letter-topics.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import type { KafkaPort } from '../port.ts';

const USAGE = `Events that a consumer moved to its dead-letter topic

  npm run tool -- dead-letters list   [topic] [--type T] [--limit N]   show them
  npm run tool -- dead-letters replay [topic] [--type T] [--limit N]   put them back on their topics

Without a topic the commands cover all topics. A replayed event keeps its id, so only groups that have not
handled it handle it. Replay continues after the last replayed letter, per --type.
Environment: KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, TOPIC_PREFIX or NAMESPACE, else those of the system
that npm start runs.`;

const silent = (): void => undefined;
const printError = (facts: object, message: string): void => {
  const error = 'err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : '';
  process.stderr.write(`${message}${error}\n`);
};
const log: Log = { debug: silent, info: silent, warn: silent, error: printError };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { type: { type: 'string' }, limit: { type: 'string' }, help: { type: 'boolean' } },
});
const brokers = process.env['KAFKA_BROKERS'] ?? 'localhost:9092';
process.exitCode = await run();

async function run(): Promise<number> {
  const [command, topic] = positionals;
  const selection = select(topic);
  if (values.help === true || selection === undefined) return usage();
  try {
    if (command === 'list') {
      return print(`${await listDeadLetters(openPort(), selection, show)} dead letters`);
    }
    if (command === 'replay') {
      return print(`${await replayDeadLetters(openPort(), log, selection)} events put back`);
    }
    return usage();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Failed: ${reason} (brokers: ${brokers})\n`);
    return 1;
  }
}

/** Undefined where the arguments are not valid. */
function select(topic: string | undefined): Selection | undefined {
  const names = catalog.map(({ name }) => name);
  const topics = names.filter((name) => topic === undefined || name === topic);
  const { type, limit: text } = values;
  const limit = text === undefined ? Infinity : Number(text);
  const isLimit = limit === Infinity || (Number.isSafeInteger(limit) && limit > 0);
  if (topics.length === 0 || !isLimit) return undefined;
  return { topics, limit, ...(type === undefined ? {} : { type }) };
}

/** @throws Error naming the settings that are wrong */
function access(): KafkaAccess {
  const parsed = z.object(kafkaShape).safeParse({ ...process.env, KAFKA_BROKERS: brokers });
  if (parsed.success) return kafkaAccessOf(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(lines.join('; '));
}

function openPort(): KafkaPort {
  return kafkajsAdapter({
    ...access(),
    clientId: 'dead-letters',
    log,
    topicPrefix: process.env['TOPIC_PREFIX'] ?? process.env['NAMESPACE'] ?? '',
    replicationFactor: 1,
    minInsyncReplicas: 1,
  });
}

function show(letter: DeadLetter): void {
  const { topic, offset, eventId, type, key, group, attempts, at, error } = letter;
  const firstLine = error.split('\n', 1).join('');
  print(`${at}  ${topic}@${offset}  ${type}  id ${eventId}  key ${key ?? '-'}`);
  print(`    by ${group} after ${attempts} tries: ${firstLine}`);
}

function print(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}

function usage(): number {
  process.stderr.write(`${USAGE}\n`);
  return 2;
}
