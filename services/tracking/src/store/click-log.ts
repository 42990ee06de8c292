import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type DirectEvent, type Publisher } from '@tributary/messaging';
import { createBatcher, type Logger } from '@tributary/service';
import { isCountable } from '../domain/click.ts';
import { within } from '../workflows/deadline.ts';
import { type ClickCache, type WrittenClick } from './click-cache.ts';
import { type ClickSpool } from './click-spool.ts';

/** Where a click becomes durable. */
export interface ClickLog {
  /**
   * Resolves when every in-sync replica has the click, or the local disk where Kafka does not answer.
   * @throws unavailable where neither can take it
   */
  record(click: WrittenClick, correlationId: string): Promise<void>;
  /** Publishes what the spool holds. True where Kafka is still away. */
  replay(): Promise<boolean>;
}

interface ClickLogParts {
  readonly publisher: Publisher;
  readonly spool: ClickSpool;
  readonly cache: ClickCache;
  readonly log: Logger;
  /** How long a click waits for Kafka before it goes to the spool, ms. */
  readonly ackTimeoutMs: number;
}

interface LoggedClick {
  readonly written: WrittenClick;
  readonly correlationId?: string;
}

const MAX_ITEMS = 1_000;
const MAX_WAITING = 20_000;

const late = (): never => {
  throw unavailable('not_acknowledged', { message: 'Kafka has not answered in time' });
};

/** A click's id is its event's id: whatever is published twice is recognised everywhere. */
const eventOf = ({ written, correlationId }: LoggedClick): DirectEvent => ({
  type: clickRecorded.type,
  topic: clickRecorded.topic,
  key: written.linkId,
  data: undefined,
  id: written.clickId,
  occurredAt: written.occurredAt,
  payload: written.text,
  correlationId,
});

/** A click of the spool, whose text is written anew. */
export const writtenClick = (click: ClickRow): WrittenClick => ({
  clickId: click.clickId,
  linkId: click.linkId,
  occurredAt: new Date(click.occurredAt),
  countable: isCountable(click),
  text: JSON.stringify(click),
});

/**
 * Opens the click log on the bus and the spool beside it. What comes in while one batch is on its way
 * goes with the next, to Kafka and to Redis at once.
 */
export function openClickLog(parts: ClickLogParts): ClickLog {
  const { publisher, cache, ackTimeoutMs } = parts;
  const publish = (clicks: readonly LoggedClick[]): Promise<void> =>
    within(ackTimeoutMs, publisher.send(...clicks.map(eventOf)), late);
  // What an earlier process left is published first; new clicks need not wait for that.
  const state: State = { ...parts, publish, isKafkaAway: false };
  const batcher = createBatcher<LoggedClick, undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (clicks) => {
      const [outcomes] = await Promise.all([
        store(state, clicks),
        cache.keepAll(clicks.map(({ written }) => written)),
      ]);
      return outcomes;
    },
  });
  return {
    record: (click, correlationId) => {
      cache.remember(click);
      return batcher.add({ written: click, correlationId });
    },
    replay: () => replay(state),
  };
}

interface State extends ClickLogParts {
  readonly publish: (clicks: readonly LoggedClick[]) => Promise<void>;
  isKafkaAway: boolean;
}

/** Nothing for a click that is kept; for another, why it is not. */
async function store(
  state: State,
  clicks: readonly LoggedClick[],
): Promise<readonly (undefined | Error)[]> {
  if (!state.isKafkaAway) {
    try {
      await state.publish(clicks);
      return [];
    } catch (error) {
      state.log.warn({ err: error }, 'Kafka is away: clicks go to the local spool');
      state.isKafkaAway = true;
    }
  }
  return spoolAll(state.spool, clicks);
}

const spoolAll = (spool: ClickSpool, clicks: readonly LoggedClick[]) =>
  Promise.all(
    clicks.map(({ written }) =>
      spool.append(JSON.parse(written.text) as ClickRow).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      ),
    ),
  );

async function replay(state: State): Promise<boolean> {
  const { spool, cache, log } = state;
  if (spool.isEmpty()) {
    state.isKafkaAway = false;
    return false;
  }
  let published = 0;
  try {
    await spool.replay(async (clicks) => {
      const again = clicks.map((click) => ({ written: writtenClick(click) }));
      for (const { written } of again) cache.remember(written);
      await state.publish(again);
      published += clicks.length;
      state.isKafkaAway = false;
    });
  } catch (error) {
    log.debug({ err: error }, 'the click spool waits for Kafka');
    state.isKafkaAway = true;
  }
  if (published > 0) log.info({ published }, 'clicks of the spool are published');
  return state.isKafkaAway;
}
