import { type ClickCount, clicksCounted } from '@tributary/contracts';
import { addUpDays, daysOf, trafficOwner } from './click-sums.ts';

const [sample] = clicksCounted.sample.counts as [ClickCount];
const count = (given: Partial<ClickCount>): ClickCount => ({ ...sample, ...given });
const sumByDay = (counts: readonly ClickCount[]) => addUpDays(counts.flatMap(daysOf));
const evidence = { described: 3, navigations: 2, listed: 1, visitors: ['v'], addresses: ['a'] };

describe('clicks by day', () => {
  it('are the minutes of a UTC day of an affiliate, and of the whole campaign', () => {
    const common = { campaignId: 'c', unique: 2, duplicate: 1, evidence };
    const sums = sumByDay([
      count({ ...common, affiliateId: 'a', minute: '2026-05-01T00:00:00.000Z', linkId: 'one' }),
      count({ ...common, affiliateId: 'a', minute: '2026-05-01T23:59:00.000Z', linkId: 'two' }),
      count({ ...common, affiliateId: 'b', minute: '2026-05-01T12:00:00.000Z' }),
      count({ ...common, affiliateId: 'a', minute: '2026-05-02T00:00:00.000Z' }),
    ]);
    const [first, second] = [new Date('2026-05-01'), new Date('2026-05-02')];
    const times = (factor: number) => ({
      clicks: 3 * factor,
      described: 3 * factor,
      navigations: 2 * factor,
      listed: factor,
    });
    expect(sums).toEqual([
      { of: trafficOwner('c', 'a'), day: first, ...times(2) },
      { of: trafficOwner('c'), day: first, ...times(3) },
      { of: trafficOwner('c', 'b'), day: first, ...times(1) },
      { of: trafficOwner('c', 'a'), day: second, ...times(1) },
      { of: trafficOwner('c'), day: second, ...times(1) },
    ]);
  });

  it('leave out clicks that cannot earn', () => {
    const none = { described: 0, navigations: 0, listed: 0, visitors: [], addresses: [] };
    expect(sumByDay([count({ unique: 0, duplicate: 0, invalid: 5, evidence: none })])).toEqual([]);
    expect(
      sumByDay([count({ unique: 1, duplicate: 0, invalid: 5, evidence: none })]),
    ).toMatchObject([{ clicks: 1 }, { clicks: 1 }]);
  });
});
