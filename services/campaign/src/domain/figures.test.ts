import { aClickCount, aCommission, aConversion } from '@tributary/testing';
import {
  incrementsOfAdjustment,
  incrementsOfClicks,
  incrementsOfCommission,
  incrementsOfConversion,
  incrementsOfLoss,
  incrementsOfReplacement,
} from './figures.ts';

describe('the conversions of affiliates', () => {
  const first = aConversion({ affiliateId: 'anna' });
  const replaced = { ...first, affiliateId: 'bela', revision: 1, earlierAffiliateIds: ['anna'] };
  /** The totals by affiliate; each key counts once. */
  const totalsOf = (increments: ReturnType<typeof incrementsOfLoss>) => {
    const byKey = new Map(increments.map((one) => [one.key, one]));
    const totals: Record<string, number> = {};
    for (const { figuresId, conversions = 0 } of [...byKey.values()].flatMap(
      (one) => one.changes,
    )) {
      totals[figuresId] = (totals[figuresId] ?? 0) + conversions;
    }
    return totals;
  };

  it('move with a report that replaces another, once however often the events come', () => {
    const events = [...incrementsOfConversion(first), ...incrementsOfReplacement(replaced)];
    expect(totalsOf([...events, ...events])).toEqual({ 'affiliate:anna': 0, 'affiliate:bela': 1 });
  });

  it('are subtracted once where the first report was rejected before', () => {
    const events = [
      ...incrementsOfConversion(first),
      ...incrementsOfLoss(first),
      ...incrementsOfReplacement(replaced),
    ];
    expect(totalsOf(events)).toEqual({ 'affiliate:anna': 0, 'affiliate:bela': 1 });
    const rejected = [...events, ...incrementsOfLoss(replaced)];
    expect(totalsOf(rejected)).toEqual({ 'affiliate:anna': 0, 'affiliate:bela': 0 });
  });

  it('do not contain a report whose order was refunded before', () => {
    const events = [
      ...incrementsOfConversion(first),
      ...incrementsOfLoss(first),
      ...incrementsOfReplacement({ ...replaced, status: 'reversed' }),
    ];
    expect(totalsOf(events)).toEqual({ 'affiliate:anna': 0 });
  });
});

describe('the unique clicks of affiliates', () => {
  it('are one change of each affiliate under the key of their event', () => {
    const counts = [
      aClickCount({ affiliateId: 'anna', unique: 3, duplicate: 2 }),
      aClickCount({ affiliateId: 'bela', unique: 0, invalid: 4 }),
      aClickCount({ affiliateId: 'anna', unique: 2 }),
    ];
    const changes = [{ figuresId: 'affiliate:anna', uniqueClicks: 5 }];
    expect(incrementsOfClicks({ counts }, 'event')).toEqual([
      { key: 'unique-clicks:event', changes },
    ]);
  });

  it('leave no key where an event has none', () => {
    expect(incrementsOfClicks({ counts: [aClickCount({ unique: 0 })] }, 'event')).toEqual([]);
  });
});

describe('a change of attribution', () => {
  it('moves earnings between affiliates and leaves what the campaign spent', () => {
    const changed = { attributionChangeId: 'change', creditRevision: 1 };
    const line = aCommission({ affiliateId: 'bela', ...changed });
    const lowered = {
      ...aCommission({ affiliateId: 'anna', ...changed }),
      creditMove: 'applied' as const,
      adjustmentId: 'change',
      changeMinor: -line.amountMinor,
    };
    const changesOf = [...incrementsOfCommission(line), ...incrementsOfAdjustment(lowered)];
    const moved = changesOf.flatMap(({ changes }) =>
      changes.map(({ figuresId, commission }) => [figuresId, commission?.minor]),
    );
    expect(moved).toEqual([
      ['affiliate:bela', line.amountMinor],
      ['affiliate:anna', -line.amountMinor],
    ]);
  });
});
