import type { Log } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { backOffMs, throttleReports } from '@tributary/work';
import { pause } from '../pace.ts';
import type { KafkaPort, OutgoingMessage, Producer, Refusal } from '../port.ts';

/**
 * The outcome of a batch. `abandoned`: it may or may not be on the topic, and is still in the
 * outbox. `held`: it is not, as a topic of it is being moved.
 */
export type SendResult = 'acknowledged' | 'abandoned' | 'held' | Refusal;

export interface Sender {
  /** Sends until acknowledged, refused, or no longer allowed to. One call at a time. */
  send(messages: readonly OutgoingMessage[]): Promise<SendResult>;
  close(): Promise<void>;
}

export interface SenderOptions {
  readonly port: KafkaPort;
  readonly log: Log;
  /** Called before every attempt: whether the lease is held and time is left. */
  readonly maySend: () => boolean;
  readonly stopping: AbortSignal;
}

/** kafkajs keeps a socket that timed out, so after this many failures the producer is replaced. */
const FAILURES_PER_PRODUCER = 3;
/** An unknown topic may be about to be created. */
const TRIES_FOR_TOPIC = 3;

/**
 * The only user of an idempotent producer. Brokers recognise a repeated batch by its sequence
 * numbers alone, and kafkajs reuses the numbers of a failed batch for the next one: the broker
 * would take a different batch for the repetition and drop it, with success reported. So after a
 * failure the identical batch is sent again, and where that is not possible the producer is closed
 * with its numbers.
 */
export function createSender(options: SenderOptions): Sender {
  const { port, log, maySend, stopping } = options;
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 300, maxMs: 5_000 });
  // Every attempt of an outage fails for the same reason.
  const reportFailure = throttleReports<unknown>(MINUTE_MS, (error, count) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ count, reason }, 'Outbox batch not sent, repeating');
  });
  let producer: Producer | undefined;

  const discard = async (): Promise<void> => {
    const old = producer;
    producer = undefined;
    await old?.close();
  };

  const tryOnce = async (messages: readonly OutgoingMessage[]): Promise<unknown> => {
    try {
      producer ??= await port.openProducer({ idempotent: true });
      await port.versions.refresh();
      if (messages.some(({ topic }) => port.versions.held().has(topic))) return 'held';
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
        if (error === 'held') {
          await discard();
          return 'held';
        }
        const refusal = port.refusalOf(error);
        if (refusal === 'message' || (refusal === 'topic' && attempt >= TRIES_FOR_TOPIC)) {
          await discard();
          return refusal;
        }
        reportFailure(error);
        if (attempt % FAILURES_PER_PRODUCER === 0) await discard();
        await pause(wait(attempt), stopping);
        // While stopping, the pause returns at once; this short one leaves the broker some time.
        if (stopping.aborted) await pause(100, AbortSignal.timeout(1_000));
      }
      await discard();
      return 'abandoned';
    },
    close: discard,
  };
}
