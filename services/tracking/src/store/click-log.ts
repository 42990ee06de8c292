import { randomUUIDv7 } from 'node:crypto';
import { clickRecorded } from '@tributary/contracts';
import { isAppError, unavailable } from '@tributary/errors';
import { type Publisher } from '@tributary/messaging';
import { type Logger } from '@tributary/service';
import { isTracing } from '@tributary/tracing';
import { MINUTE_MS } from '@tributary/units';
import { createCollector, throttleReports, withTimeout } from '@tributary/work';
import { encodeClick } from '../domain/click-batch.ts';
import { type ClickParts, partsOfRow, rowOfParts } from '../domain/click-parts.ts';
import { type CachedClick, type ClickCache, type DailyVisitor } from './click-cache.ts';
import { type SpoolChunk, type UnreadableLine } from './click-spool-files.ts';
import { type ClickCounts } from './click-metrics.ts';
import { type ClickPublisher, openClickPublisher } from './click-publisher.ts';
import { type ClickSpool } from './click-spool.ts';

type Validity = ClickParts['validity'];

/** A click that is not stored yet. */
export interface PendingClick {
  readonly parts: Omit<ClickParts, 'validity'>;
  /** Where absent, the click is the visitor's first of the day or a repeated one. */
  readonly validity?: Validity | undefined;
  /** The visitor whose first click of the day it may be; absent for a click that does not count. */
  readonly claim?: DailyVisitor | undefined;
  /** The visitor under the id of the cookie that the answer sets, for a visitor without one. */
  readonly newVisitor?: DailyVisitor | undefined;
  /** Of the call that made it, where its trace is kept. */
  readonly traceparent?: string | undefined;
  /** Called once, when the click is durable or could not be stored. Never throws. */
  settle(error?: unknown): void;
}

/** Makes clicks durable. */
export interface ClickLog {
  /**
   * Settles the click when every in-sync replica has it, or the local disk while Kafka is unavailable; with an
   * error where neither stores it. No promise, because clicks are many.
   */
  record(click: PendingClick): void;
  /** Publishes the clicks of the spool. True while Kafka is unavailable. */
  replay(): Promise<boolean>;
}

interface ClickLogParts extends ClickCounts {
  readonly publisher: Publisher;
  readonly spool: ClickSpool;
  readonly cache: ClickCache;
  readonly log: Logger;
  /** Awaited between two parts of a replay. */
  readonly yieldToCalls: () => Promise<void>;
  /** Maximum wait for Kafka before clicks go to the spool alone, ms. */
  readonly ackTimeoutMs: number;
}

const MAX_ITEMS = 1_000;
const MAX_WAITING = 20_000;

const tooBusy = () =>
  unavailable('too_busy', {
    message: 'Too many calls wait at the moment',
    retryAfterSeconds: 1,
  });

interface State extends ClickLogParts {
  readonly kafka: ClickPublisher;
  readonly reportAway: (error: unknown) => void;
  readonly reportRefusal: (error: unknown) => void;
  readonly reportBroken: (error: unknown) => void;
  isKafkaAway: boolean;
}

/** Outages last: a line a minute for each kind. */
function openReports({ log, spool }: ClickLogParts) {
  const reportAway = throttleReports<unknown>(MINUTE_MS, (error, batches) => {
    log.warn({ err: error, batches }, 'Kafka is unavailable: clicks go to the local spool');
  });
  const reportRefusal = throttleReports<unknown>(MINUTE_MS, (error, batches) => {
    const facts = { err: causeOf(error), batches, spool_bytes: spool.state().bytes };
    log.error(facts, 'Clicks are refused: neither Kafka nor the local spool stores them');
  });
  const reportBroken = throttleReports<unknown>(MINUTE_MS, (error, times) => {
    log.error({ err: error, times }, 'the local spool cannot be replayed');
  });
  return { reportAway, reportRefusal, reportBroken };
}

/** The reason of the disk, where there is one. */
const causeOf = (error: unknown): unknown => (isAppError(error) ? error.cause : null) ?? error;

const cachedOf = (parts: ClickParts, newVisitor?: DailyVisitor): CachedClick => ({
  parts,
  json: encodeClick(parts),
  newVisitor,
});

/**
 * Opens the click log over Kafka and the spool. Clicks that arrive while a batch is sent go with the next
 * batch, to Kafka and Redis in parallel.
 */
export function openClickLog(parts: ClickLogParts): ClickLog {
  const kafka = openClickPublisher(parts);
  const state: State = { ...parts, ...openReports(parts), kafka, isKafkaAway: false };
  const collector = createCollector<PendingClick>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: (clicks) => storeAll(state, clicks),
  });
  return {
    record: (click) => {
      if (collector.add(click)) return;
      parts.onRefused(1);
      click.settle(tooBusy());
    },
    replay: () => replay(state),
  };
}

/** The record of a batch can be part of one trace: that of the first click whose trace is kept. */
const keptTraceOf = (pending: readonly PendingClick[]): string | undefined =>
  isTracing()
    ? pending.find(({ traceparent }) => traceparent !== undefined)?.traceparent
    : undefined;

/** Stores a batch and settles its clicks. Never rejects. */
async function storeAll(state: State, pending: readonly PendingClick[]): Promise<void> {
  let failure: unknown;
  try {
    const clicks = await classifyAll(state.cache, pending);
    for (const click of clicks) state.cache.saveLocally(click);
    const stored = store(state, clicks, keptTraceOf(pending));
    await Promise.all([stored, state.cache.saveAll(clicks)]);
  } catch (error) {
    failure = error;
    state.onRefused(pending.length);
    state.reportRefusal(error);
  }
  for (const click of pending) click.settle(failure);
}

/** Finds out which clicks are their visitors' first of the day, in one call for the batch. */
async function classifyAll(
  cache: ClickCache,
  pending: readonly PendingClick[],
): Promise<CachedClick[]> {
  const claims = pending.flatMap(({ claim }) => claim ?? []);
  const claimed = cache.claimAll(claims);
  const results = (Array.isArray(claimed) ? claimed : await claimed).values();
  return pending.map(({ parts, validity, claim, newVisitor }) => {
    const isFirst = claim !== undefined && results.next().value === true;
    const classified = { ...parts, validity: validity ?? (isFirst ? 'valid' : 'duplicate') };
    return cachedOf(classified, newVisitor);
  });
}

/** Whether Kafka acknowledged the clicks. Never rejects. */
async function publish(
  state: State,
  clicks: readonly CachedClick[],
  traceparent: string | undefined,
): Promise<boolean> {
  if (state.isKafkaAway) return false;
  try {
    await state.kafka.publish(clicks, traceparent);
    return true;
  } catch (error) {
    state.reportAway(error);
    state.isKafkaAway = true;
    return false;
  }
}

/**
 * Publishes or spools clicks. Those that Kafka acknowledges much later than usual are stored in both places, so that
 * no visitor waits; their ids make them one. @throws unavailable where they could not be stored
 */
async function store(
  state: State,
  clicks: readonly CachedClick[],
  traceparent: string | undefined,
): Promise<void> {
  const acknowledged = publish(state, clicks, traceparent);
  let isPublished = await withTimeout(state.kafka.patienceMs(), acknowledged, () => false);
  if (!isPublished) {
    try {
      await state.spool.append(clicks.map(({ parts }) => rowOfParts(parts)));
    } catch (error) {
      isPublished = await acknowledged;
      if (!isPublished) throw error;
    }
  }
  state.onStored(isPublished ? 'kafka' : 'spool', clicks.length);
}

async function replay(state: State): Promise<boolean> {
  const { spool, log } = state;
  await spool.takeOver();
  if (spool.isEmpty()) {
    state.isKafkaAway = false;
    return false;
  }
  let published = 0;
  try {
    await spool.replay(async (chunk) => {
      await publishChunk(state, chunk);
      published += chunk.clicks.length;
      await state.yieldToCalls();
    });
  } catch (error) {
    if (!state.isKafkaAway) state.reportBroken(error);
    log.debug({ err: error }, 'clicks remain in the local spool');
  }
  if (published > 0) log.info({ published }, 'clicks of the local spool were published');
  return state.isKafkaAway;
}

/** The first chunk that Kafka acknowledges shows that new clicks can go there as well. */
async function publishChunk(state: State, { clicks, unreadable }: SpoolChunk): Promise<void> {
  const spooled = clicks.map((row) => cachedOf(partsOfRow(row)));
  for (const click of spooled) state.cache.saveLocally(click);
  try {
    if (spooled.length > 0) await state.kafka.publish(spooled);
    if (unreadable.length > 0) await state.publisher.setAside(...unreadable.map(recordOf));
    state.isKafkaAway = false;
  } catch (error) {
    state.isKafkaAway = true;
    throw error;
  }
  const [first] = unreadable;
  if (first === undefined) return;
  const { error } = first;
  const facts = { err: error, lines: unreadable.length };
  state.log.error(facts, 'spooled clicks do not fit their schema: moved to the dead-letter topic');
}

/** A replay of the dead letter applies the click where a later version reads it. */
const recordOf = ({ bytes, error }: UnreadableLine) => ({
  eventType: clickRecorded,
  id: randomUUIDv7(),
  bytes,
  error,
});
