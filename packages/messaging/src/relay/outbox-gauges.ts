import type { Mongo } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import type { MessagingMetrics } from '../metrics.ts';
import { pause } from '../pace.ts';
import { measureOutbox } from './outbox-documents.ts';

const MEASURE_EVERY_MS = 5_000;
const ALARM_AGE_SECONDS = 30;
const ALARM_EVERY_MS = MINUTE_MS;

interface GaugeParts {
  readonly mongo: Mongo;
  readonly metrics: MessagingMetrics;
}

/**
 * Measures the outbox every five seconds and logs an alarm, at most once a minute, while its oldest event
 * waits too long. Independent of the relay, which waits for Kafka as long as it is away.
 * @returns the function that stops it
 */
export function reportOutbox(parts: GaugeParts): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    let nextAlarm = 0;
    while (!signal.aborted) {
      const oldestSeconds = await measure(parts);
      if (oldestSeconds > ALARM_AGE_SECONDS && performance.now() >= nextAlarm) {
        nextAlarm = performance.now() + ALARM_EVERY_MS;
        const message = 'Events have been pending in the outbox for too long';
        parts.mongo.log.error({ oldestSeconds }, message);
      }
      await pause(MEASURE_EVERY_MS, signal);
    }
  };
  const ended = run();
  return () => {
    stopping.abort();
    return ended;
  };
}

/** Sets the gauges. @returns the age of the oldest pending event, seconds */
async function measure({ mongo, metrics }: GaugeParts): Promise<number> {
  try {
    const { pending, dead, oldestSeconds } = await measureOutbox(mongo);
    metrics.outboxPending.set(pending);
    metrics.outboxDead.set(dead);
    metrics.outboxOldestAge.set(oldestSeconds);
    return oldestSeconds;
  } catch (error) {
    mongo.log.warn({ err: error }, 'The outbox cannot be measured');
    return 0;
  }
}
