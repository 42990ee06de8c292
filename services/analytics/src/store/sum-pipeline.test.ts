import { type Grouping } from './figures-port.ts';
import { sumPipeline } from './sum-pipeline.ts';

const period = { start: new Date('2026-05-01T05:00:00Z'), end: new Date('2026-05-09T00:00:00Z') };
const groupings: readonly Grouping[] = ['utm', 'device', 'geo', 'link', 'campaign', 'day'];

const collectionsOf = (by: Grouping, start: string): Set<unknown> => {
  const query = { scope: { affiliateId: 'a' }, currency: 'USD', by };
  const { coll, stages } = sumPipeline({ ...query, period: { ...period, start: new Date(start) } });
  const others = stages.flatMap(
    (stage) => (stage['$unionWith'] as { coll: string } | undefined) ?? [],
  );
  return new Set([coll, ...others.map((branch) => branch.coll)]);
};
const sums = ['click_days', 'conversion_days', 'commission_days'];

describe('sumPipeline', () => {
  it.each(['total', 'hour', 'day', 'campaign', 'link', 'affiliate', 'time_of_day'] as const)(
    'reads no single fact for whole hours by %s, because a day may have a million',
    (by) => {
      expect([...collectionsOf(by, '2026-05-01T05:00:00Z')]).toEqual(sums);
      expect(collectionsOf(by, '2026-05-01T05:30:00Z')).toContain('click_minutes');
      expect(collectionsOf(by, '2026-05-08T23:15:00Z')).not.toContain('click_days');
    },
  );

  it.each(groupings)(
    'groups by plain fields for %s, as a stored document makes MongoDB compare every row with every other',
    (by) => {
      const query = { scope: { affiliateId: 'a' }, period, currency: 'USD', by };
      const text = JSON.stringify(sumPipeline(query));
      expect(text).toContain('$group');
      const isDocument = by === 'utm' || by === 'device';
      if (isDocument) expect(text).not.toMatch(/"_id":"\$(value|utm)"/);
    },
  );
});
