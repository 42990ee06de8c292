import { clicksCounted } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aClickCount, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { trafficOwner } from '../../domain/click-sums.ts';
import { countClicksConsumer } from './count-clicks.consumer.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const [campaignId, affiliateId, other] = [newId(), newId(), newId()];
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const minuteOf = (day: number, minute: number): string =>
  new Date(today - day * DAY_MS + minute * 60_000).toISOString();
const owner = trafficOwner(campaignId, affiliateId);
const campaign = trafficOwner(campaignId);
const days = (from: number, to: number) => ({
  $gte: new Date(today - from * DAY_MS),
  $lt: new Date(today - to * DAY_MS),
});

/** An event of some minutes of one link. */
const eventOf = (day: number, minutes: number, by = affiliateId) =>
  clicksCounted({
    counts: Array.from({ length: minutes }, (_, minute) =>
      aClickCount({
        campaignId,
        affiliateId: by,
        minute: minuteOf(day, minute),
        unique: 2,
        duplicate: 1,
        invalid: 4,
        evidence: { described: 2, navigations: 1, listed: 1, visitors: [], addresses: [] },
      }),
    ),
  });
const times = (factor: number) => ({
  clicks: 3 * factor,
  described: 2 * factor,
  navigations: factor,
  listed: factor,
});

it('adds up clicks that can earn by affiliate, campaign and day, and each event once', async () => {
  const { probe, deps } = running;
  const { sumMany } = deps.clickSums;
  await probe.publish(eventOf(1, 10), eventOf(1, 5), eventOf(2, 7), eventOf(1, 1, other));
  const total = async () => (await sumMany([campaign], days(30, 0))).get(campaign)?.clicks;
  await eventually(async () => (await total()) === 69);
  const delivered = await eventually(() => {
    const events = probe.events(clicksCounted);
    return events.length === 4 && events;
  });
  // As after a crash, when Kafka delivers again what was not acknowledged.
  const consumer = countClicksConsumer(deps);
  await consumer.handle(delivered);
  await Promise.all(delivered.map((event) => consumer.handle([event])));
  expect(await sumMany([owner, campaign, 'nobody'], days(30, 0))).toEqual(
    new Map([
      [owner, times(22)],
      [campaign, times(23)],
    ]),
  );
  expect(await sumMany([owner], days(2, 1))).toEqual(new Map([[owner, times(7)]]));
});

it('adds an event once that two instances handle at the same time', async () => {
  const { clickSums } = running.deps;
  const of = trafficOwner(newId());
  const day = new Date(today);
  const addition = (eventId: string) => ({ eventId, days: [{ of, day, ...times(1) }] });
  const [first, second] = [addition(newId()), addition(newId())];
  const both = [clickSums.add([first, second]), clickSums.add([second, first])];
  const results = await Promise.allSettled(both);
  // Where both read before either wrote, the later one fails and is delivered again.
  if (results.some(({ status }) => status === 'rejected')) await clickSums.add([first, second]);
  expect(await clickSums.sumMany([of], days(0, -1))).toEqual(new Map([[of, times(2)]]));
});
