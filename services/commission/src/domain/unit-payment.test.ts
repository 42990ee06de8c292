import { randomUUIDv7 } from 'node:crypto';
import { payableTraffic } from '@tributary/testing';
import { changesOf } from './click-statement.ts';
import { countersOf, decideUnitPayments, type Unit } from './unit-payment.ts';

const on = { campaignId: 'campaign', affiliateId: 'affiliate', linkId: 'link' };
const limits = { perLink: 2, perAffiliate: 3 };

const aUnit = (given: Partial<Unit> = {}): Unit => ({
  id: randomUUIDv7(),
  kind: 'click',
  ...on,
  at: new Date('2026-05-01T12:00:00.000Z'),
  isFirst: true,
  invalidity: undefined,
  traffic: payableTraffic(),
  ...given,
});

const reasonsOf = (units: readonly Unit[], used = new Map<string, number>()) =>
  decideUnitPayments(units, used, limits).decided.map(({ verdict }) =>
    verdict.reason === null ? verdict.status : `${verdict.status}: ${verdict.reason}`,
  );

describe('a click of a click campaign', () => {
  it.each<[string, Partial<Unit>, string]>([
    ['a visitor with our cookie', {}, 'payable'],
    ['no cookie', { traffic: payableTraffic({ visitor: 'new' }) }, 'held: new_visitor'],
    [
      'an invented one',
      { traffic: payableTraffic({ visitor: 'unsigned' }) },
      'held: unsigned_visitor',
    ],
    ['an event of the version before', { traffic: undefined }, 'held: unsigned_visitor'],
    ['a page that loads it', { traffic: payableTraffic({ doubt: 'embedded' }) }, 'held: embedded'],
    ['the cap of clicks', { invalidity: 'capped', isFirst: false }, 'held: click_cap'],
    [
      'an invented visitor beyond the cap',
      { invalidity: 'capped', isFirst: false, traffic: payableTraffic({ visitor: 'new' }) },
      'held: new_visitor',
    ],
    ['a bot', { invalidity: 'bot', isFirst: false }, 'refused: bot'],
    ['a second visit', { isFirst: false }, 'refused: duplicate'],
  ])('of %s is %j: %s', (_name, given, expected) => {
    expect(reasonsOf([aUnit(given)])).toEqual([expected]);
  });

  it('is payable within the limits of its address per link, and over all links of the affiliate', () => {
    const traffic = payableTraffic();
    const [first, other, third] = ['link', 'other', 'third'].map((linkId) => ({ traffic, linkId }));
    const units = [first, first, first, other, other, third, {}].map((given) => aUnit(given));
    const limited = 'held: address_limit';
    const expected = ['payable', 'payable', limited, 'payable', limited, limited, 'payable'];
    expect(reasonsOf(units)).toEqual(expected);
  });

  it('counts what was payable before, and nothing that is held', () => {
    const unit = aUnit();
    const isNew = { ...unit, traffic: payableTraffic({ ...unit.traffic, visitor: 'new' }) };
    const used = new Map([[countersOf(unit).perLink, 1]]);
    expect(reasonsOf([isNew, unit, unit], used)).toEqual([
      'held: new_visitor',
      'payable',
      'held: address_limit',
    ]);
    const { counted } = decideUnitPayments([isNew, unit, unit], used, limits);
    expect([...counted.values()]).toEqual([1, 1]);
  });

  it('counts clicks and impressions, days and affiliates apart', () => {
    const traffic = payableTraffic();
    const at = new Date('2026-05-02T00:00:00.000Z');
    const apart = [{}, { kind: 'impression' as const }, { at }, { affiliateId: 'b', linkId: 'b' }];
    const units = apart.flatMap((given) => [1, 2].map(() => aUnit({ traffic, ...given })));
    expect(new Set(reasonsOf(units))).toEqual(new Set(['payable']));
  });
});

describe('the changes of statements', () => {
  it('are one for each statement, and move what changes its standing', () => {
    const key = { ...on, brandId: 'brand', kind: 'click', day: '2026-05-01' } as const;
    const payable = { status: 'payable', reason: null } as const;
    const isHeld = { status: 'held', reason: 'new_visitor' } as const;
    const other = { ...key, day: '2026-05-02' };
    const moves = [
      { key, to: payable },
      { key, to: isHeld },
      { key, from: isHeld, to: payable },
      { key: other, to: isHeld },
    ];
    expect(changesOf(moves)).toEqual([
      { key, changes: { payable: 2, 'held.new_visitor': 0 } },
      { key: other, changes: { 'held.new_visitor': 1 } },
    ]);
  });
});
