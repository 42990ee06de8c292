import type { Log } from '@tributary/mongo';
import { backOffMs } from '@tributary/work';
import { pause } from '../pace.ts';
import type { KafkaPort, OutgoingMessage, Producer, Refusal } from '../port.ts';

/** What became of a batch. `abandoned`: it may or may not be on the topic, and is still in the outbox. */
export type SendResult = 'acknowledged' | 'abandoned' | Refusal;

export interface Sender {
  /** Sends until acknowledged, refused, or no longer allowed to. One call at a time. */
  send(messages: readonly OutgoingMessage[]): Promise<SendResult>;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly port: KafkaPort;
  readonly log: Log;
  /** Asked before every try: the lease is ours and there is time left. */
  readonly maySend: () => boolean;
  readonly stopping: AbortSignal;
}

/** A socket that timed out is kept by kafkajs, so after this many failures all is made anew. */
const FAILURES_PER_PRODUCER = 3;
/** An unknown topic may be in the making. */
const TRIES_FOR_TOPIC = 3;

/**
 * The only user of an idempotent producer. Brokers tell a repeated batch by its sequence numbers
 * alone, and kafkajs gives the numbers of a failed batch to the next one: a different batch would be
 * taken for the repetition and dropped, with success reported. So after a failure the identical batch
 * goes again, and where that is not possible the producer is thrown away with its numbers.
 */
export function createSender(options: SenderOptions): Sender {
  const { port, log, maySend, stopping } = options;
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 300, maxMs: 5_000 });
  let producer: Producer | undefined;

  const discard = async (): Promise<void> => {
    const old = producer;
    producer = undefined;
    await old?.close();
  };

  const tryOnce = async (messages: readonly OutgoingMessage[]): Promise<unknown> => {
    try {
      producer ??= await port.openProducer({ idempotent: true });
      await producer.send(messages);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  return {
    send: async (messages) => {
      for (let attempt = 1; maySend(); attempt += 1) {
        const error = await tryOnce(messages);
        if (error === undefined) return 'acknowledged';
        const refusal = port.refusalOf(error);
        if (refusal === 'message' || (refusal === 'topic' && attempt >= TRIES_FOR_TOPIC)) {
          await discard();
          return refusal;
        }
        log.warn(
          { err: error, attempt, rows: messages.length },
          'Outbox batch not sent, repeating',
        );
        if (attempt % FAILURES_PER_PRODUCER === 0) await discard();
        await pause(wait(attempt), stopping);
        // While stopping the pause returns at once; a moment is left for the broker.
        if (stopping.aborted) await pause(100, AbortSignal.timeout(1_000));
      }
      await discard();
      return 'abandoned';
    },
    close: discard,
  };
}
