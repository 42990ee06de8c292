import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { unavailable } from '@tributary/errors';
import { type Publisher } from '@tributary/messaging';
import { type Logger } from '@tributary/service';
import { within } from '../edge/deadline.ts';
import { type ClickCache } from './click-cache.ts';
import { type ClickSpool } from './click-spool.ts';

/** Where a click becomes durable. */
export interface ClickLog {
  /**
   * Resolves when every in-sync replica has the click, or the local disk where Kafka does not answer.
   * @throws unavailable where neither can take it
   */
  record(click: ClickRow): Promise<void>;
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

const late = (): never => {
  throw unavailable('not_acknowledged', { message: 'Kafka has not answered in time' });
};

/** A click's id is its event's id: whatever is published twice is recognised everywhere. */
const eventOf = (click: ClickRow) => ({
  ...clickRecorded(click),
  id: click.clickId,
  occurredAt: new Date(click.occurredAt),
});

/** Opens the click log on the bus and the spool beside it. */
export function openClickLog(parts: ClickLogParts): ClickLog {
  const { publisher, spool, cache, log, ackTimeoutMs } = parts;
  // What an earlier process left is published first; new clicks need not wait for that.
  let isKafkaAway = false;

  const publish = (clicks: readonly ClickRow[]): Promise<void> =>
    within(ackTimeoutMs, publisher.send(...clicks.map(eventOf)), late);

  const noteAway = (error: unknown): void => {
    if (!isKafkaAway) log.warn({ err: error }, 'Kafka is away: clicks go to the local spool');
    isKafkaAway = true;
  };

  const store = async (click: ClickRow): Promise<void> => {
    if (!isKafkaAway) {
      try {
        await publish([click]);
        return;
      } catch (error) {
        noteAway(error);
      }
    }
    await spool.append(click);
  };

  return {
    record: async (click) => {
      cache.remember(click);
      await Promise.all([store(click), cache.keep(click)]);
    },
    replay: async () => {
      if (spool.isEmpty()) {
        isKafkaAway = false;
        return false;
      }
      let published = 0;
      try {
        await spool.replay(async (clicks) => {
          for (const click of clicks) cache.remember(click);
          await publish(clicks);
          published += clicks.length;
          isKafkaAway = false;
        });
      } catch (error) {
        log.debug({ err: error }, 'the click spool waits for Kafka');
        isKafkaAway = true;
      }
      if (published > 0) log.info({ published }, 'clicks of the spool are published');
      return isKafkaAway;
    },
  };
}
