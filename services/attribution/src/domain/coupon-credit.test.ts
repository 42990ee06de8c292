import { attributionModels, type OrderCoupon } from '@tributary/contracts';
import { HOUR_MS } from '@tributary/units';
import fc from 'fast-check';
import { attribute, defaultSettings, touchWeights, WHOLE_CREDIT } from './attribution.ts';
import { codeTouchOf, journeyOf, visitorClickOf } from './journey.ts';
import { type Journey, type Touch, touchesOf } from './touch.ts';

const CONVERTED_AT = '2026-05-01T12:00:00.000Z';
const before = (hours: number): Date => new Date(Date.parse(CONVERTED_AT) - hours * HOUR_MS);

const click = (affiliateId: string, clickId: string, hours: number): Touch => ({
  affiliateId,
  clickId,
  linkId: null,
  occurredAt: before(hours),
});
const clicks = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 700 })), {
    maxLength: 12,
  })
  .map((list) => list.map(([name, hours], index) => click(name, `click-${String(index)}`, hours)));
const percents = fc.integer({ min: 1, max: 100 });

const journeyWith = (
  touches: readonly Touch[],
  percent: number,
  affiliateId = 'coupon',
): Journey => ({
  touches,
  convertedAt: new Date(CONVERTED_AT),
  code: { code: 'ANNA10', affiliateId, percent },
});

const coupon = (given: Partial<OrderCoupon> = {}): OrderCoupon => ({
  codes: ['anna10'],
  code: 'ANNA10',
  couponId: 'coupon-1',
  affiliateId: 'anna',
  status: 'valid',
  startsAt: before(900).toISOString(),
  rule: 'code',
  decision: 'rule',
  codePercent: 100,
  click: {
    clickId: 'own',
    linkId: 'link',
    affiliateId: 'bela',
    clickedAt: before(1).toISOString(),
  },
  ...given,
});

describe('a coupon code beside clicks', () => {
  it('has its percentage of the credit under every model, and all parts sum to the whole to the cent', () => {
    const models = fc.constantFrom(...attributionModels);
    fc.assert(
      fc.property(clicks, percents, models, fc.nat(1e9), (touches, percent, model, valueMinor) => {
        const path = journeyWith(touches, percent);
        const { shares } = attribute(path, { ...defaultSettings, model }, { valueMinor });
        expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBe(WHOLE_CREDIT);
        expect(shares.reduce((sum, share) => sum + share.valueMinor, 0)).toBe(valueMinor);
        const own = shares.find(({ affiliateId }) => affiliateId === 'coupon');
        const wanted = touches.length === 0 ? 100 : percent;
        // Largest remainder moves a part by less than one unit.
        expect(Math.abs((own?.weight ?? 0) - (WHOLE_CREDIT / 100) * wanted)).toBeLessThan(1);
        expect(Math.abs((own?.valueMinor ?? 0) - (valueMinor * wanted) / 100)).toBeLessThan(1);
      }),
    );
  });

  it('leaves the clicks in the proportions of the model', () => {
    fc.assert(
      fc.property(clicks, fc.integer({ min: 1, max: 99 }), (touches, percent) => {
        const settings = { ...defaultSettings, model: 'time_decay' as const };
        const alone = touchWeights({ touches, convertedAt: new Date(CONVERTED_AT) }, settings, '');
        const weights = touchWeights(journeyWith(touches, percent), settings, '') ?? [];
        expect(weights.reduce((sum, one) => sum + one, 0)).toBe(WHOLE_CREDIT);
        touches.forEach((_touch, index) => {
          const wanted = ((alone?.[index] ?? 0) * (100 - percent)) / 100;
          // Both are rounded by largest remainder, each by less than one unit.
          expect(Math.abs((weights[index] ?? 0) - wanted)).toBeLessThan(2);
        });
      }),
    );
  });

  it('gets the cent that cannot be split, because it is entered last', () => {
    const path = journeyWith([click('b', '1', 1)], 50);
    const { shares } = attribute(path, defaultSettings, { valueMinor: 3_333 });
    expect(shares.map(({ affiliateId, valueMinor }) => [affiliateId, valueMinor])).toEqual([
      ['coupon', 1_667],
      ['b', 1_666],
    ]);
  });

  it('names the latest click of its own affiliate, for the affiliate’s postbacks', () => {
    const touches = [click('anna', '1', 9), click('bela', '2', 3)];
    const { shares } = attribute(journeyWith(touches, 100, 'anna'), defaultSettings, {
      valueMinor: 5,
    });
    expect(shares).toEqual([
      { affiliateId: 'anna', clickId: '1', linkId: null, weight: WHOLE_CREDIT, valueMinor: 5 },
    ]);
  });
});

describe('the journey of an order with a code', () => {
  const byCode = {
    affiliateId: 'anna',
    clickId: null,
    linkId: null,
    clickedAt: null,
    convertedAt: CONVERTED_AT,
  };

  it('has the clicks that lost to the code, with its visitor’s others', () => {
    const order = { ...byCode, coupon: coupon() };
    expect(visitorClickOf(order)).toBe('own');
    const path = journeyOf(order, [click('c', 'other', 5)], defaultSettings);
    expect(touchesOf(path).map(({ affiliateId, clickId }) => [affiliateId, clickId])).toEqual([
      ['c', 'other'],
      ['bela', 'own'],
      ['anna', null],
    ]);
  });

  it('has no click that is not valid', () => {
    const order = { ...byCode, coupon: coupon({ decision: 'only_code' }) };
    expect(visitorClickOf(order)).toBeNull();
    expect(journeyOf(order, [], defaultSettings).touches).toEqual([]);
  });

  it('has no code where this earns nothing', () => {
    expect(codeTouchOf(coupon({ codePercent: 0 }))).toEqual({});
    expect(codeTouchOf(undefined)).toEqual({});
    expect(codeTouchOf(coupon({ codePercent: 30 }))).toEqual({
      code: { code: 'ANNA10', affiliateId: 'anna', percent: 30 },
    });
  });
});
