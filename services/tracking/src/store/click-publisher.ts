import { randomUUIDv7 } from 'node:crypto';
import { clicksRecorded } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type DirectEvent, type Publisher } from '@tributary/messaging';
import { KIB } from '@tributary/units';
import { withTimeout } from '@tributary/work';
import { encodeClicks } from '../domain/click-batch.ts';
import { type ClickParts } from '../domain/click-parts.ts';
import { type CachedClick } from './click-cache.ts';

/** Characters of a record, each of at most three bytes: Kafka accepts a megabyte. */
const MAX_RECORD_CHARACTERS = 256 * KIB;

/** The clicks of each record. Together they take less space than each alone, because they share parts. */
function* recordsOf(clicks: readonly CachedClick[]): Generator<ClickParts[]> {
  let record: ClickParts[] = [];
  let characters = 0;
  for (const { parts, json } of clicks) {
    characters += json.length;
    if (record.length > 0 && characters > MAX_RECORD_CHARACTERS) {
      yield record;
      record = [];
      characters = json.length;
    }
    record.push(parts);
  }
  if (record.length > 0) yield record;
}

/** One record for all clicks. Its key is an id, so that records go to all partitions. */
const eventOf = (clicks: readonly ClickParts[], traceparent: string | undefined): DirectEvent => ({
  type: clicksRecorded.type,
  topic: clicksRecorded.topic,
  key: clicks[0]?.clickId ?? '',
  data: undefined,
  id: randomUUIDv7(),
  payload: encodeClicks(clicks),
  traceparent,
});

const notAcknowledged = (): never => {
  throw unavailable('not_acknowledged', { message: 'Kafka has not answered in time' });
};

/** A visitor notices a longer wait. */
const LEAST_PATIENCE_MS = 150;
/** An acknowledgement that takes this many times as long as the usual one is late, on a slow machine too. */
const LATE_FACTOR = 4;
/** How much the latest acknowledgement counts in the usual duration. */
const LATEST_WEIGHT = 1 / 16;

/** Sends clicks to Kafka. */
export interface ClickPublisher {
  /** Resolves when every in-sync replica has the clicks. @throws unavailable where that takes too long */
  publish(clicks: readonly CachedClick[], traceparent?: string): Promise<void>;
  /** After which duration an acknowledgement is late, by how long the latest ones took, ms. */
  patienceMs(): number;
}

interface ClickPublisherParts {
  readonly publisher: Publisher;
  /** Maximum wait for an acknowledgement, ms. */
  readonly ackTimeoutMs: number;
}

/** Opens the publisher of clicks. */
export function openClickPublisher({
  publisher,
  ackTimeoutMs,
}: ClickPublisherParts): ClickPublisher {
  let usualMs = 0;
  return {
    publish: async (clicks, traceparent) => {
      const begun = performance.now();
      const events = Array.from(recordsOf(clicks), (record) => eventOf(record, traceparent));
      await withTimeout(ackTimeoutMs, publisher.send(...events), notAcknowledged);
      usualMs += (performance.now() - begun - usualMs) * LATEST_WEIGHT;
    },
    patienceMs: () => Math.max(LEAST_PATIENCE_MS, usualMs * LATE_FACTOR),
  };
}
