import { newId } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { trafficOwner } from '../domain/click-sums.ts';
import { openRunningAttribution, type RunningAttribution } from '../testing/running-attribution.ts';
import { collections as declared } from './collections.ts';
import { replaceTouchpoints } from './earlier-touchpoints.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const [campaignId, affiliateId, other] = [newId(), newId(), newId()];
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const clicked = (day: number, given: object = {}) => ({
  _id: newId(),
  campaignId,
  affiliateId,
  occurredAt: new Date(today - day * DAY_MS + 1_000),
  navigated: null,
  ...given,
});

it('become sums beside those of events, once however often they are summed up', async () => {
  const { connection } = running.service.platform.mongo;
  const { clickSums } = running.deps;
  const touchpoints = connection.collection<{ _id: string }>('touchpoints');
  const clicks = [
    clicked(1, { navigated: true, network: 'vpn' }),
    clicked(1, { navigated: false, network: null }),
    clicked(1),
    clicked(2, { navigated: true }),
    clicked(2, { affiliateId: other }),
    clicked(40),
  ];
  const owner = trafficOwner(campaignId, affiliateId);
  const day = { of: owner, day: new Date(today - DAY_MS) };
  const sums = { clicks: 10, described: 10, navigations: 10, listed: 10 };
  await clickSums.add([{ eventId: newId(), days: [{ ...day, ...sums }] }]);
  const collections = { clickSums: declared.clickSums.open(connection) };
  // As after a crash before the collection was dropped.
  for (const _ of [1, 2]) {
    await touchpoints.insertMany(clicks);
    await replaceTouchpoints(connection, collections, new Date());
  }
  const found = await clickSums.sumMany([owner, trafficOwner(campaignId)], {
    $gte: new Date(today - 30 * DAY_MS),
    $lt: new Date(today),
  });
  expect(found).toEqual(
    new Map([
      [owner, { clicks: 14, described: 13, navigations: 12, listed: 11 }],
      [trafficOwner(campaignId), { clicks: 5, described: 3, navigations: 2, listed: 1 }],
    ]),
  );
  const names = (await connection.listCollections()).map(({ name }) => name);
  expect(names).not.toContain('touchpoints');
  await replaceTouchpoints(connection, collections, new Date());
});
