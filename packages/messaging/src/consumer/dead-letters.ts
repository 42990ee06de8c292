import type { Log } from '@tributary/mongo';
import { deadTopicOf } from '../envelope.ts';
import type {
  IncomingMessage,
  KafkaPort,
  OutgoingMessage,
  Producer,
  ProducerOptions,
} from '../port.ts';
import { describe } from './verdict.ts';
import { withTimeout } from '@tributary/work';

/** Headers that a dead letter has in addition; a replay removes them. */
export const deadHeader = {
  topic: 'dead-topic',
  partition: 'dead-partition',
  offset: 'dead-offset',
  group: 'dead-group',
  error: 'dead-error',
  stack: 'dead-stack',
  attempts: 'dead-attempts',
  at: 'dead-at',
} as const;

const ERROR_LIMIT = 1_000;
const STACK_LIMIT = 4_000;

export interface FailedMessage {
  readonly message: IncomingMessage;
  readonly group: string;
  readonly error: unknown;
  readonly attempts: number;
  readonly at: Date;
}

/** The message with a description of its failure, for `<topic>.dead`. */
export function deadLetter({
  message,
  group,
  error,
  attempts,
  at,
}: FailedMessage): OutgoingMessage {
  const { topic, partition, offset, key, value, headers } = message;
  const { message: text, stack } = describe(error);
  return {
    topic: deadTopicOf(topic),
    key,
    value,
    headers: {
      ...headers,
      [deadHeader.topic]: topic,
      [deadHeader.partition]: String(partition),
      [deadHeader.offset]: offset,
      [deadHeader.group]: group,
      [deadHeader.error]: text.slice(0, ERROR_LIMIT),
      [deadHeader.stack]: stack.slice(0, STACK_LIMIT),
      [deadHeader.attempts]: String(attempts),
      [deadHeader.at]: at.toISOString(),
    },
  };
}

/** Headers of the original message. */
export function originalHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const added = new Set<string>(Object.values(deadHeader));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !added.has(name)));
}

/**
 * A producer that several callers share. It is not idempotent, because kafkajs loses messages when
 * an idempotent producer is shared. It is created when first needed, and again after failures.
 */
export interface SharedProducer {
  /** One attempt; rejects when it is not acknowledged within six seconds. */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
}

export function createSharedProducer(
  port: KafkaPort,
  log: Log,
  options: Pick<ProducerOptions, 'retries'> = {},
): SharedProducer {
  let opening: Promise<Producer> | undefined;
  let failuresInRow = 0;
  const discard = async (): Promise<void> => {
    const old = opening;
    opening = undefined;
    const producer = await old?.catch(() => undefined);
    await producer?.close();
  };
  return {
    send: async (messages) => {
      try {
        opening ??= port.openProducer({ ...options, idempotent: false });
        const producer = await opening;
        await withTimeout(SEND_MS, producer.send(messages), noAnswer);
        failuresInRow = 0;
      } catch (error) {
        failuresInRow += 1;
        log.debug({ err: error, failuresInRow }, 'Messages not sent');
        // A broker that does not answer would not answer the farewell either.
        if (failuresInRow % 3 === 1 || error instanceof NoAnswer) void discard();
        throw error;
      }
    },
    close: discard,
  };
}

/**
 * kafkajs repeats a request that got no answer for five seconds twice more on the same connection; after an
 * outage nothing could be sent for so long. A new connection comes after the first.
 */
const SEND_MS = 6_000;

class NoAnswer extends Error {}

const noAnswer = (): never => {
  throw new NoAnswer('Kafka did not answer in time');
};
