import { createHash } from 'node:crypto';
import { type Session } from '@tributary/mongo';
import { DAY_MS, HOUR_MS } from '@tributary/units';
import { type ClickMinute, clickMinutesOf } from '../../domain/click-minute.ts';
import { dayOf } from '../../domain/period.ts';
import { clickMinuteStore } from '../click-minute-store.ts';
import { type Collections } from '../collections.ts';
import { type CountedClicks, type FigureWriter } from '../figures-port.ts';
import { type ClickHouse, type Row } from './client.ts';
import { type ClosedDays } from './closed-days.ts';
import { changedRows, commissionRow, conversionRow, minuteRows } from './rows.ts';

/** Consecutive offsets as ranges: `4-7,9-9`. */
function rangesOf(offsets: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === offset - 1) last[1] = offset;
    else ranges.push([offset, offset]);
  }
  return ranges.map(([from, to]) => `${String(from)}-${String(to)}`).join();
}

/**
 * The name of a batch: topic, partition and every offset, because a repeated batch may lack an event between two
 * others. Undefined where events have no place on a topic.
 */
export function batchToken(events: readonly CountedClicks[]): string | undefined {
  const places = events.flatMap(({ position }) => position ?? []);
  if (places.length < events.length) return undefined;
  const partitions = Map.groupBy(places, ({ topic, partition }) => `${topic}/${String(partition)}`);
  return [...partitions]
    .map(([name, some]) => `${name}/${rangesOf(some.map(({ offset }) => Number(offset)))}`)
    .join();
}

/**
 * The settings of an insert that is known by a token for an hour. Later, repeated rows replace themselves alone:
 * a rebuild deletes only rows that are older, so that none of them is refused afterwards.
 */
const knownBy = (token: string, now: Date) => ({
  insert_deduplication_token: `${token}@${String(Math.floor(now.getTime() / HOUR_MS))}`,
  deduplicate_blocks_in_dependent_materialized_views: 1,
});

/** The days of rows that may be closed: today never is. */
const endedDays = (minutes: readonly ClickMinute[], now: Date): ClickMinute[] => {
  const today = dayOf(now).getTime();
  const ended = minutes.filter(({ at }) => at.getTime() < today);
  const placeOf = ({ campaignId, at }: ClickMinute) =>
    `${campaignId} ${String(Math.floor(at.getTime() / DAY_MS))}`;
  return [...new Map(ended.map((minute) => [placeOf(minute), minute])).values()];
};

interface Parts {
  readonly clickHouse: ClickHouse;
  readonly closedDays: ClosedDays;
  readonly collections: Collections;
  readonly clock: { now(): Date };
}

/**
 * Writes counts and states to ClickHouse before the transaction of MongoDB commits, which has the facts: where that
 * fails the events come again, in any batches, and their rows replace themselves.
 */
export const clickHouseWriter = (
  { clickHouse, closedDays, collections, clock }: Parts,
  session?: Session,
): FigureWriter => {
  const clickMinutes = clickMinuteStore(collections, session);
  const insertFacts = (table: string, rows: readonly Row[]): Promise<void> => {
    // Their rows follow from what is stored as well as from their events, so that offsets do not name them.
    const token = createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
    return clickHouse.insert(table, rows, knownBy(token, clock.now()));
  };
  return {
    addClicks: async (events) => {
      const now = clock.now();
      const minutes = events.flatMap(({ id: eventId, data }) =>
        clickMinutesOf(data.counts).map((minute) => ({ ...minute, eventId })),
      );
      await clickMinutes.add(minutes);
      const token = batchToken(events);
      await clickHouse.insert(
        'click_counts',
        minutes.flatMap((minute) => minuteRows(minute, minute.eventId)),
        token === undefined ? undefined : knownBy(token, now),
      );
      await closedDays.countAgain(endedDays(minutes, now));
    },
    changeConversions: (change) => insertFacts('conversions', changedRows(change, conversionRow)),
    changeCommissions: (change) => insertFacts('commissions', changedRows(change, commissionRow)),
  };
};
