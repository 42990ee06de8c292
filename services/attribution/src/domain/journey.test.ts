import { DAY_MS } from '@tributary/units';
import { journeyOf, paceOf } from './journey.ts';
import { type Touch } from './touch.ts';

const CONVERTED_AT = '2026-05-31T12:00:00.000Z';
const click = (clickId: string, daysBefore: number): Touch => ({
  affiliateId: `of-${clickId}`,
  clickId,
  linkId: null,
  occurredAt: new Date(Date.parse(CONVERTED_AT) - daysBefore * DAY_MS),
});
const order = (given: Partial<Parameters<typeof journeyOf>[0]> = {}) => ({
  affiliateId: 'of-own',
  clickId: 'own',
  linkId: null,
  clickedAt: click('own', 1).occurredAt!.toISOString(),
  convertedAt: CONVERTED_AT,
  ...given,
});
const month = { lookbackWindowDays: 30 };
const idsOf = (...given: Parameters<typeof journeyOf>) =>
  journeyOf(...given).touches.map(({ clickId }) => clickId);

describe('a journey', () => {
  it('holds the clicks of the window before the order, oldest first, each once', () => {
    const clicks = [
      click('b', 2),
      click('own', 1),
      click('a', 29.9),
      click('b', 2),
      click('c', 30),
    ];
    expect(idsOf(order(), clicks, month)).toEqual(['a', 'b', 'own']);
    expect(idsOf(order(), clicks, { lookbackWindowDays: 7 })).toEqual(['b', 'own']);
  });

  it('ignores clicks after the order, and ends with the order’s own click', () => {
    const clicks = [click('later', -1), click('between', 0.5), click('before', 3)];
    expect(idsOf(order(), clicks, month)).toEqual(['before', 'between', 'own']);
  });

  it('contains the order’s own click even when the shop’s clock is behind', () => {
    const clickedAt = new Date(Date.parse(CONVERTED_AT) + 60_000).toISOString();
    expect(idsOf(order({ clickedAt }), [], month)).toEqual(['own']);
  });

  it('is the affiliate alone without a click, and empty without an affiliate', () => {
    const clicks = [click('a', 2)];
    const unclicked = order({ clickId: null, clickedAt: null });
    expect(journeyOf(unclicked, clicks, month).touches).toEqual([
      { affiliateId: 'of-own', clickId: null, linkId: null, occurredAt: null },
    ]);
    expect(idsOf(order({ affiliateId: null }), clicks, month)).toEqual([]);
  });
});

describe('the time from click to order', () => {
  const at = (seconds: number) => new Date(Date.parse(CONVERTED_AT) + seconds * 1_000);

  it('is quick up to a minute in either direction, slow after an hour and late after a day', () => {
    const [brisk, slow] = [
      { isQuick: false, isSlow: false },
      { isQuick: false, isSlow: true },
    ];
    const quick = { isQuick: true, isSlow: false, isLate: false };
    expect([-30, 0, 60].map((seconds) => paceOf(at(-seconds), at(0)))).toEqual([
      quick,
      quick,
      quick,
    ]);
    expect(
      [61, 3_600, 3_601, 86_400, 86_401].map((seconds) => paceOf(at(-seconds), at(0))),
    ).toEqual([
      { ...brisk, isLate: false },
      { ...brisk, isLate: false },
      { ...slow, isLate: false },
      { ...slow, isLate: false },
      { ...slow, isLate: true },
    ]);
  });

  it('is neither without a click', () => {
    expect(paceOf(null, at(0))).toEqual({ isQuick: false, isSlow: false, isLate: false });
  });
});
