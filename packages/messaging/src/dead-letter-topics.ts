import type { Log } from '@tributary/mongo';
import { createSharedProducer, deadHeader, originalHeaders } from './consumer/dead-letters.ts';
import { deadTopicOf, header } from './envelope.ts';
import type { IncomingMessage, KafkaPort } from './port.ts';

export interface Selection {
  /** Topics without `.dead`. */
  readonly topics: readonly string[];
  /** Only events of this type. */
  readonly type?: string;
  /** At most so many. */
  readonly limit?: number;
}

/** A dead letter as people want to read it. */
export interface DeadLetter {
  readonly topic: string;
  readonly offset: string;
  readonly eventId: string;
  readonly type: string;
  readonly key: string | null;
  readonly group: string;
  readonly attempts: string;
  readonly at: string;
  readonly error: string;
}

/** Hands over what lies in the dead-letter topics, oldest first per topic. */
export async function listDeadLetters(
  port: KafkaPort,
  selection: Selection,
  show: (letter: DeadLetter) => void,
): Promise<number> {
  return takeSelected(port, selection, undefined, (message) => {
    show(readLetter(message));
    return Promise.resolve();
  });
}

/**
 * Puts dead letters back on the topics they came from, as the same events: groups that handled them
 * already know their ids, and the one that did not handles them once. They come after later events of
 * their key. Progress is remembered per type filter, so a second call goes on behind the first.
 * Returns how many were put back.
 */
export async function replayDeadLetters(
  port: KafkaPort,
  log: Log,
  selection: Selection,
): Promise<number> {
  const producer = createSharedProducer(port, log);
  const filter = selection.type === undefined ? '' : `.${selection.type}`;
  try {
    return await takeSelected(port, selection, `dead-letters-replay${filter}`, (message) => {
      const { key, value, headers } = message;
      const topic = originalTopic(message);
      return producer.send([{ topic, key, value, headers: originalHeaders(headers) }]);
    });
  } finally {
    await producer.close();
  }
}

async function takeSelected(
  port: KafkaPort,
  selection: Selection,
  progressGroup: string | undefined,
  take: (message: IncomingMessage) => Promise<void>,
): Promise<number> {
  const { topics, type, limit = Infinity } = selection;
  let taken = 0;
  if (limit <= 0) return taken;
  await port.readToEnd({
    topics: topics.map(deadTopicOf),
    ...(progressGroup === undefined ? {} : { progressGroup }),
    take: async (message) => {
      if (type === undefined || message.headers[header.type] === type) {
        await take(message);
        taken += 1;
      }
      return taken >= limit ? 'stop' : 'more';
    },
  });
  return taken;
}

const originalTopic = ({ headers, topic }: IncomingMessage): string =>
  headers[deadHeader.topic] ?? topic.replace(/\.dead$/, '');

function readLetter(message: IncomingMessage): DeadLetter {
  const { headers, offset, key } = message;
  const text = (name: string): string => headers[name] ?? '?';
  return {
    topic: originalTopic(message),
    offset,
    eventId: text(header.id),
    type: text(header.type),
    key,
    group: text(deadHeader.group),
    attempts: text(deadHeader.attempts),
    at: text(deadHeader.at),
    error: text(deadHeader.error),
  };
}
