import { findWaiting, WAITING_AT_MOST } from './waiting-report.ts';

const may = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
const wanted = {
  kind: 'link',
  format: 'pdf',
  affiliateId: 'affiliate',
  currency: 'USD',
  period: may,
} as const;

describe('a report that waits to be written', () => {
  it('is returned for the same request, because a second one would be equal', () => {
    const waiting = [
      { ...wanted, id: 'sheet', format: 'excel' as const },
      { ...wanted, id: 'same', period: { ...may } },
    ];
    expect(findWaiting(waiting, wanted)).toMatchObject({ id: 'same' });
    for (const other of [
      { kind: 'utm' as const },
      { currency: 'EUR' },
      { campaignId: 'campaign' },
      { linkId: 'link' },
      { period: { ...may, end: new Date('2026-06-02') } },
    ]) {
      expect(findWaiting(waiting, { ...wanted, ...other })).toBeUndefined();
    }
  });

  it('is refused where as many wait as may, unless it is one of them', () => {
    const waiting = Array.from({ length: WAITING_AT_MOST }, (_, index) => ({
      ...wanted,
      linkId: String(index),
    }));
    expect(() => findWaiting(waiting, wanted)).toThrow('wait to be written');
    expect(findWaiting(waiting, { ...wanted, linkId: '3' })).toMatchObject({ linkId: '3' });
    expect(findWaiting(waiting.slice(1), wanted)).toBeUndefined();
  });
});
