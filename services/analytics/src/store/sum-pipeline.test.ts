import { type Grouping, sumPipeline } from './sum-pipeline.ts';

const period = { start: new Date('2026-05-01T05:00:00Z'), end: new Date('2026-05-09T00:00:00Z') };
const groupings: readonly Grouping[] = ['utm', 'device', 'geo', 'link', 'campaign', 'day'];

describe('sumPipeline', () => {
  it.each(groupings)(
    'groups by plain fields for %s, as a stored document makes MongoDB compare every row with every other',
    (by) => {
      const asked = { scope: { affiliateId: 'a' }, period, currency: 'USD', by };
      const text = JSON.stringify(sumPipeline(asked));
      expect(text).toContain('$group');
      const isDocument = by === 'utm' || by === 'device';
      if (isDocument) expect(text).not.toMatch(/"_id":"\$(value|utm)"/);
    },
  );
});
