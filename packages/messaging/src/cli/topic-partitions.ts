import { parseArgs } from 'node:util';
import { topics as catalog } from '@tributary/contracts';
import type { Log } from '@tributary/mongo';
import { z } from 'zod';
import { kafkaAccessOf, kafkaShape } from '../access.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import { cancelMove, moveTopic, removeEmptied } from '../move-topic.ts';
import type { TopicMoves } from '../port.ts';

const USAGE = `Shows how many partitions topics have, and moves one to more

  npm run tool -- topic-partitions                     topics with their versions
  npm run tool -- topic-partitions move TOPIC NUMBER   move a topic to a new version with more partitions, while the system runs
  npm run tool -- topic-partitions cancel TOPIC        give up a move that has not ended
  npm run tool -- topic-partitions clean TOPIC         delete versions whose records have all expired

A move takes a minute or more, in which events of the topic wait in the outboxes of their services. All services must run,
and of this release or a later one. A move that failed is repeated or cancelled.
Environment: KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, NAMESPACE, else those of the system that npm start runs.`;

const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' } },
});
function openMoves(): TopicMoves {
  const port = kafkajsAdapter({
    ...kafkaAccessOf(z.object(kafkaShape).parse(process.env)),
    clientId: 'topic-partitions',
    log,
    topicPrefix: process.env['NAMESPACE'] ?? '',
    replicationFactor: 1,
    minInsyncReplicas: 1,
  });
  return port.openTopicMoves();
}

async function show(moves: TopicMoves): Promise<void> {
  for (const { name } of catalog) {
    for (const { version, partitions, isOpen, records } of await moves.list(name)) {
      const state = isOpen ? `${String(records)} records` : 'being moved to';
      print(
        `${name.padEnd(28)} version ${String(version)}  ${String(partitions)} partitions  ${state}`,
      );
    }
  }
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

/** What a command does with a topic; undefined for a command that is none. */
function workOf(command: string, topic: string, number: string) {
  const works: Readonly<Record<string, (moves: TopicMoves) => Promise<void>>> = {
    cancel: async (moves) => {
      print((await cancelMove(moves, topic)) ? 'cancelled' : 'there is no move');
    },
    clean: async (moves) => {
      print(`deleted versions: ${(await removeEmptied(moves, topic)).join(', ') || 'none'}`);
    },
    ...(isNumber(number)
      ? {
          move: (moves) => moveTopic(moves, { topic, partitions: Number(number), report: print }),
        }
      : {}),
  };
  return catalog.some(({ name }) => name === topic) ? works[command] : undefined;
}

async function run(): Promise<number> {
  const [command, topic = '', number = ''] = positionals;
  const work = command === undefined ? show : workOf(command, topic, number);
  if (values.help === true || work === undefined) return usage();
  const moves = openMoves();
  try {
    await work(moves);
    return 0;
  } catch (error) {
    process.stderr.write(`Failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function usage(): number {
  process.stderr.write(`${USAGE}\n`);
  return 2;
}

process.exitCode = await run();
