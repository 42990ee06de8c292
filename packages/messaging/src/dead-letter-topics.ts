import type { Log } from '@tributary/mongo';
import { createSharedProducer, deadHeader, originalHeaders } from './consumer/dead-letters.ts';
import { deadTopicOf, header } from './envelope.ts';
import type { IncomingMessage, KafkaPort } from './port.ts';

export interface Selection {
  /** Topics without `.dead`. */
  readonly topics: readonly string[];
  /** Only events of this type. */
  readonly type?: string;
  /** The most letters. */
  readonly limit?: number;
}

/** Groups that remember what was replayed begin with this. */
export const REPLAY_GROUPS = 'dead-letters-replay';

/** A dead letter as operators read it. */
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

/** Passes the letters of the dead-letter topics to `show`, oldest first per topic. */
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
 * Puts dead letters back on their topics as the same events: groups that handled them know their
 * ids, and the group that did not handles them once. They come after later events of their key.
 * Progress is stored per type filter, so a second call continues after the first. Returns the
 * number of letters put back.
 */
export async function replayDeadLetters(
  port: KafkaPort,
  log: Log,
  selection: Selection,
): Promise<number> {
  const producer = createSharedProducer(port, log);
  const filter = selection.type === undefined ? '' : `.${selection.type}`;
  try {
    return await takeSelected(port, selection, `${REPLAY_GROUPS}${filter}`, (message) => {
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
