import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@tributary/mongo';
import { z } from 'zod';
import { kafkaAccessOf, kafkaShape, SESSION_TIMEOUT_MS } from '../access.ts';
import { kafkajsAdapter } from '../kafkajs/adapter.ts';
import type { IncomingBatch, KafkaPort, OutgoingMessage, RunningGroup } from '../port.ts';

const USAGE = `Measures what a rolling restart costs the consumers of a group: messages that wait or come again, and moved partitions

  npm run tool -- rolling-restart

Three members read 24 and 12 partitions; each in turn is replaced as a Deployment does it: a new one joins, then the
old one leaves. Prints a line for each step. Its topics have a namespace of their own and are deleted at the end.
Environment: KAFKA_BROKERS, KAFKA_TLS*, KAFKA_SASL_* as of a service, else those of the system that npm start runs.`;

const MEMBERS = 3;
const SEND_EVERY_MS = 20;
const SETTLE_MS = 5_000;
/** A message that takes longer has waited for a member. */
const LATE_MS = 500;
const topics = ['tracking.clicks', 'tracking.conversions'];
const partitions = { clicks: 24, others: 12 };

const silent = (): void => undefined;
const log: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** What the group has done since the last look. */
function createBook() {
  const handled = new Map<string, number>();
  const owners = new Map<string, number>();
  const empty = { longestMs: 0, waited: 0, moved: 0, repeated: 0, messages: 0 };
  let step = { ...empty };
  return {
    note: (member: number, batch: IncomingBatch): void => {
      const place = `${batch.topic}/${String(batch.partition)}`;
      if (owners.get(place) !== member) step.moved += owners.has(place) ? 1 : 0;
      owners.set(place, member);
      for (const { offset, value } of batch.messages) {
        const delayMs = Date.now() - Number(value?.toString());
        step.longestMs = Math.max(step.longestMs, delayMs);
        step.waited += delayMs > LATE_MS ? 1 : 0;
        const times = handled.get(`${place}/${offset}`) ?? 0;
        handled.set(`${place}/${offset}`, times + 1);
        step.repeated += times > 0 ? 1 : 0;
        step.messages += 1;
      }
    },
    take: () => {
      const taken = step;
      step = { ...empty };
      return taken;
    },
  };
}

type Book = ReturnType<typeof createBook>;

const join = (port: KafkaPort, book: Book, member: number): RunningGroup =>
  port.runGroup({
    groupId: 'rolling-restart',
    topics,
    sessionTimeoutMs: SESSION_TIMEOUT_MS,
    handle: async (batch) => {
      book.note(member, batch);
      for (const { offset } of batch.messages) batch.resolve(offset);
      await batch.heartbeat();
    },
  });

const messages = (): OutgoingMessage[] =>
  topics.map((topic) => ({ topic, key: randomUUID(), value: String(Date.now()), headers: {} }));

/** Sends to both topics all the time. */
async function openLoad(port: KafkaPort) {
  const producer = await port.openProducer({ idempotent: false });
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await producer.send(messages());
      await sleep(SEND_EVERY_MS);
    }
  };
  const running = run();
  return async (): Promise<void> => {
    stopping.abort();
    await running;
    await producer.close();
  };
}

function report(title: string, book: Book): void {
  const { longestMs, waited, moved, repeated, messages: count } = book.take();
  const longest = `longest wait ${(longestMs / 1_000).toFixed(2)} s`;
  const line = `${title.padEnd(22)} ${longest}, ${String(waited)} of ${String(count)} messages waited, ${String(repeated)} came again, ${String(moved)} partitions moved`;
  process.stdout.write(`${line}\n`);
}

async function restartAll(port: KafkaPort): Promise<void> {
  const book = createBook();
  const members = Array.from({ length: MEMBERS }, (_, index) => join(port, book, index));
  await Promise.all(members.map(({ joined }) => joined));
  const stopLoad = await openLoad(port);
  const settle = async (title: string) => {
    await sleep(SETTLE_MS);
    report(title, book);
  };
  await sleep(SETTLE_MS);
  await settle('at the start');
  await settle('without a change');
  for (const [index, old] of members.entries()) {
    const replacing = join(port, book, MEMBERS + index);
    members[index] = replacing;
    await replacing.joined;
    await settle(`member ${String(index + 1)}: new joined`);
    await old.stop();
    await settle(`member ${String(index + 1)}: old left`);
  }
  await stopLoad();
  await Promise.all(members.map((member) => member.stop()));
}

async function measure(): Promise<void> {
  const topicPrefix = `rolling-${randomUUID().slice(0, 8)}-`;
  const access = kafkaAccessOf(z.object(kafkaShape).parse(process.env));
  const options = { ...access, clientId: 'rolling-restart', log, topicPrefix };
  const port = kafkajsAdapter({ ...options, replicationFactor: 1, minInsyncReplicas: 1 });
  await port.createTopics(
    topics.map((name) => ({
      name,
      partitions: name === 'tracking.clicks' ? partitions.clicks : partitions.others,
    })),
  );
  const moves = port.openTopicMoves();
  try {
    await restartAll(port);
  } finally {
    for (const topic of topics) await moves.remove(topic, 1);
  }
}

if (process.argv.includes('--help')) process.stderr.write(`${USAGE}\n`);
else await measure();
