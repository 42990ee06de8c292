import { randomUUIDv7 } from 'node:crypto';
import { trackingAlarmEnded, trackingAlarmRaised } from '@tributary/contracts';
import { type EventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { watchAllBrands } from '../features/watch-tracking-health/watch-tracking-health.ts';
import { aStoredConversion } from './a-stored-conversion.ts';

/** A fixed day, on which the clicks of a shop have stopped to come for two days. */
const NOW = new Date('2026-05-20T12:00:00Z');

/** Lets the orders of a brand lose their clicks, and find them again; checks that each is published once. */
export async function loseClicks(deps: Deps, probe: EventProbe, brandId: string): Promise<void> {
  const order = async (daysAgo: number, clickId: string | null): Promise<void> => {
    const createdAt = new Date(NOW.getTime() - daysAgo * DAY_MS);
    const id = randomUUIDv7();
    const facts = { id, orderId: id, transactionId: null, brandId, clickId, createdAt };
    await deps.transaction(({ conversions }) => conversions.insertMany([aStoredConversion(facts)]));
  };
  const watch = (daysLater: number) => {
    const now = () => new Date(NOW.getTime() + daysLater * DAY_MS);
    return watchAllBrands({ ...deps, clock: { ...deps.clock, now } }, (error) => {
      throw error as Error;
    });
  };
  const isOwn = (alarm: { readonly brandId: string }): boolean => alarm.brandId === brandId;
  for (let orders = 0; orders < 10; orders += 1) await order(5, randomUUIDv7());
  for (let orders = 0; orders < 5; orders += 1) await order(1, null);
  await watch(-3);
  for (const daysLater of [0, 0.1, 4]) await watch(daysLater);
  const open = [{ kind: 'orders_without_click', since: NOW }];
  expect(await deps.trackingAlarms.list(brandId)).toMatchObject(open);
  await order(-4, randomUUIDv7());
  for (const daysLater of [4.2, 4.3]) await watch(daysLater);
  expect(await deps.trackingAlarms.list(brandId)).toEqual([]);
  const about = { brandId, kind: 'orders_without_click', since: NOW.toISOString() };
  await probe.waitFor(trackingAlarmEnded, isOwn);
  const raised = probe.events(trackingAlarmRaised).map(({ data }) => data);
  const ended = probe.events(trackingAlarmEnded).map(({ data }) => data);
  const endedAt = new Date(NOW.getTime() + 4.2 * DAY_MS).toISOString();
  expect(raised.filter(isOwn)).toEqual([about]);
  expect(ended.filter(isOwn)).toEqual([{ ...about, endedAt }]);
}
