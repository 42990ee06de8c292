import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type DirectEvent, type Publisher } from '@tributary/messaging';
import { type Logger, withTimeout } from '@tributary/service';
import { createBatcher } from '@tributary/work';
import { isCountable } from '../domain/click.ts';
import { type ClickCache, type SerializedClick } from './click-cache.ts';
import { type ClickSpool } from './click-spool.ts';

/** Makes clicks durable. */
export interface ClickLog {
  /**
   * Resolves when every in-sync replica has the click, or the local disk while Kafka is unavailable.
   * @throws unavailable where neither stores it
   */
  record(click: SerializedClick, correlationId: string): Promise<void>;
  /** Publishes the clicks of the spool. True while Kafka is unavailable. */
  replay(): Promise<boolean>;
}

interface ClickLogParts {
  readonly publisher: Publisher;
  readonly spool: ClickSpool;
  readonly cache: ClickCache;
  readonly log: Logger;
  /** Maximum wait for Kafka before a click goes to the spool, ms. */
  readonly ackTimeoutMs: number;
}

interface LoggedClick {
  readonly click: SerializedClick;
  readonly correlationId?: string;
}

const MAX_ITEMS = 1_000;
const MAX_WAITING = 20_000;

const notAcknowledged = (): never => {
  throw unavailable('not_acknowledged', { message: 'Kafka has not answered in time' });
};

/** The event has the click's id, so that consumers recognise a repetition. */
const eventOf = ({ click, correlationId }: LoggedClick): DirectEvent => ({
  type: clickRecorded.type,
  topic: clickRecorded.topic,
  key: click.linkId,
  data: undefined,
  id: click.clickId,
  occurredAt: click.occurredAt,
  payload: click.json,
  correlationId,
});

/** Serializes a click of the spool. */
export const serializeClick = (click: ClickRow): SerializedClick => ({
  clickId: click.clickId,
  linkId: click.linkId,
  occurredAt: new Date(click.occurredAt),
  countable: isCountable(click),
  json: JSON.stringify(click),
});

/**
 * Opens the click log over Kafka and the spool. Clicks that arrive while a batch is sent go with the next
 * batch, to Kafka and Redis in parallel.
 */
export function openClickLog(parts: ClickLogParts): ClickLog {
  const { publisher, cache, ackTimeoutMs } = parts;
  const publish = (clicks: readonly LoggedClick[]): Promise<void> =>
    withTimeout(ackTimeoutMs, publisher.send(...clicks.map(eventOf)), notAcknowledged);
  const state: State = { ...parts, publish, isKafkaAway: false };
  const batcher = createBatcher<LoggedClick, undefined>({
    maxItems: MAX_ITEMS,
    maxWaiting: MAX_WAITING,
    run: async (clicks) => {
      const [outcomes] = await Promise.all([
        store(state, clicks),
        cache.saveAll(clicks.map(({ click }) => click)),
      ]);
      return outcomes;
    },
  });
  return {
    record: (click, correlationId) => {
      cache.saveLocally(click);
      return batcher.add({ click, correlationId });
    },
    replay: () => replay(state),
  };
}

interface State extends ClickLogParts {
  readonly publish: (clicks: readonly LoggedClick[]) => Promise<void>;
  isKafkaAway: boolean;
}

/** Publishes or spools clicks. @returns an error for each click that could not be stored */
async function store(
  state: State,
  clicks: readonly LoggedClick[],
): Promise<readonly (undefined | Error)[]> {
  if (!state.isKafkaAway) {
    try {
      await state.publish(clicks);
      return [];
    } catch (error) {
      state.log.warn({ err: error }, 'Kafka is unavailable: clicks go to the local spool');
      state.isKafkaAway = true;
    }
  }
  return spoolAll(state.spool, clicks);
}

const spoolAll = (spool: ClickSpool, clicks: readonly LoggedClick[]) =>
  Promise.all(
    clicks.map(({ click }) =>
      spool.append(JSON.parse(click.json) as ClickRow).then(
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
      const spooled = clicks.map((row) => ({ click: serializeClick(row) }));
      for (const { click } of spooled) cache.saveLocally(click);
      await state.publish(spooled);
      published += clicks.length;
      state.isKafkaAway = false;
    });
  } catch (error) {
    log.debug({ err: error }, 'Kafka is unavailable: clicks remain in the local spool');
    state.isKafkaAway = true;
  }
  if (published > 0) log.info({ published }, 'clicks of the local spool were published');
  return state.isKafkaAway;
}
