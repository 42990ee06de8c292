import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { type JourneyTouch } from '../../store/journey-store.ts';
import { findJourneys, type JourneyQuery } from './find-journeys.ts';

const now = new Date('2026-05-04T12:00:00.000Z');

const touch = (agoMs: number): JourneyTouch => ({
  ...{ clickId: 'click', campaignId: 'campaign', visitorId: 'visitor' },
  ...{ affiliateId: 'affiliate', linkId: 'link', navigated: true },
  occurredAt: new Date(now.getTime() - agoMs),
});

/** How often the projection of clicks is awaited for the journey of one order. */
async function waitsFor(own: JourneyTouch | undefined, given: Partial<JourneyQuery>) {
  let waits = 0;
  const find = findJourneys({
    areClicksStored: () => {
      waits += 1;
      return Promise.resolve(true);
    },
    clock: { now: () => now },
    journeys: {
      findEarning: () => Promise.resolve(new Map(own === undefined ? [] : [[own.clickId, own]])),
      listLatest: () => Promise.resolve([]),
    } as never,
  });
  const period = { from: new Date(0).toISOString(), to: now.toISOString() };
  const order = { clickId: 'click', campaignId: 'campaign', visitorIds: [], byDevice: false };
  const [found] = await find([{ ...order, ...period, ownClickSuffices: true, ...given }]);
  expect(found?.own).toBe(own);
  return waits;
}

describe('the clicks of the moment', () => {
  it('are not awaited for an order whose own click has the whole credit and is older', async () => {
    expect(await waitsFor(touch(MINUTE_MS), {})).toBe(0);
  });

  it.each([
    ['shares its credit', touch(MINUTE_MS), { ownClickSuffices: false }],
    ['is of this moment', touch(SECOND_MS), {}],
    ['is not stored', undefined, {}],
  ] as const)('are awaited where the own click %s', async (_what, own, given) => {
    expect(await waitsFor(own, given)).toBe(1);
  });
});
