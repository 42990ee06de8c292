import {
  type ClickCount,
  clicksCounted,
  type ClickRow,
  clickValidities,
} from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import fc from 'fast-check';
import { type CountableClick, inPartsOf, sumClicks, type VisitProof } from './click-sums.ts';
import { isCountable } from './click.ts';

const orNull = fc.option(fc.constantFrom('a', 'b', '', 'a,b'), { nil: null });
const utm = fc.record({
  source: orNull,
  medium: orNull,
  campaign: fc.constant(null),
  term: fc.option(fc.string({ unit: 'binary', maxLength: 60 }), { nil: null }),
  content: orNull,
});
const proof: fc.Arbitrary<VisitProof> = fc.record({
  navigated: fc.constantFrom(true, false, null),
  isListed: fc.boolean(),
  visitor: fc.constantFrom('v1', 'v2', null),
  address: fc.constantFrom('a1', 'a2', null),
});
const links = ['a', 'b', 'c'].map((name) => ({
  linkId: aClick().linkId,
  campaignId: aClick().campaignId,
  brandId: aClick().brandId,
  affiliateId: name === 'c' ? aClick().affiliateId : '01975b3c-7c00-7000-8000-00000000f001',
}));
const anyClick: fc.Arbitrary<CountableClick> = fc
  .record({
    link: fc.constantFrom(...links),
    second: fc.nat(200),
    validity: fc.constantFrom(...clickValidities),
    utm,
    country: fc.constantFrom('DE', 'FR', null),
    device: fc.constantFrom('mobile' as const, 'desktop' as const),
    browser: orNull,
    proof,
  })
  .map(({ link, second, proof: proven, ...given }) => {
    const occurredAt = new Date(Date.parse('2026-05-01T23:58:00Z') + second * 1_000);
    const click = aClick({ ...link, ...given, occurredAt: occurredAt.toISOString() });
    return { click, occurredAt, proof: isCountable(click) ? proven : undefined };
  });
const clicks = fc.array(anyClick, { maxLength: 60 });

/** Totals by link and minute, by its traits, and its sets; the same for the same clicks however they were counted. */
function totalsOf(counts: readonly ClickCount[]): Map<string, number | Set<string>> {
  const totals = new Map<string, number | Set<string>>();
  const add = (key: string, value: number) => {
    totals.set(key, ((totals.get(key) ?? 0) as number) + value);
  };
  for (const { traits, evidence, unique, duplicate, invalid, ...owner } of counts) {
    const of = JSON.stringify(owner);
    for (const [kind, value] of Object.entries({ unique, duplicate, invalid }))
      add(of + kind, value);
    for (const { unique: first, duplicate: again, invalid: bad, ...by } of traits) {
      const group = of + JSON.stringify(by);
      for (const [kind, value] of Object.entries({ first, again, bad })) add(group + kind, value);
    }
    const { visitors, addresses, ...sums } = evidence;
    for (const [name, value] of Object.entries(sums)) add(of + name, value);
    for (const [name, seen] of Object.entries({ visitors, addresses })) {
      const known = (totals.get(of + name) ?? new Set<string>()) as Set<string>;
      totals.set(of + name, new Set([...known, ...seen]));
    }
  }
  return totals;
}

const sum = (counts: readonly ClickCount[], of: (count: ClickCount) => number): number =>
  counts.reduce((total, count) => total + of(count), 0);
const having = (all: readonly CountableClick[], fits: (one: CountableClick) => boolean): number =>
  all.filter(fits).length;
const withValidity =
  (...validities: ClickRow['validity'][]) =>
  (one: CountableClick) =>
    validities.includes(one.click.validity);

describe('sumClicks', () => {
  it('counts every click once: by kind, by traits and by what it proves', () => {
    fc.assert(
      fc.property(clicks, (all) => {
        const counts = sumClicks(all);
        expect(sum(counts, ({ unique }) => unique)).toBe(having(all, withValidity('valid')));
        expect(sum(counts, ({ duplicate }) => duplicate)).toBe(
          having(all, withValidity('duplicate')),
        );
        for (const { unique, duplicate, invalid, traits } of counts) {
          const ofTraits = traits.map((one) => one.unique + one.duplicate + one.invalid);
          expect(ofTraits.reduce((a, b) => a + b, 0)).toBe(unique + duplicate + invalid);
        }
        expect(sum(counts, (one) => one.unique + one.duplicate + one.invalid)).toBe(all.length);
        const { described, navigations, listed } = {
          described: having(all, ({ proof: given }) => (given?.navigated ?? null) !== null),
          navigations: having(all, ({ proof: given }) => given?.navigated === true),
          listed: having(all, ({ proof: given }) => given?.isListed === true),
        };
        expect(sum(counts, ({ evidence }) => evidence.described)).toBe(described);
        expect(sum(counts, ({ evidence }) => evidence.navigations)).toBe(navigations);
        expect(sum(counts, ({ evidence }) => evidence.listed)).toBe(listed);
      }),
    );
  });

  it('has one count for each link and minute, with each traits and each visitor once', () => {
    fc.assert(
      fc.property(clicks, (all) => {
        const counts = sumClicks(all);
        const keys = counts.map(({ linkId, minute }) => `${linkId} ${minute}`);
        expect(new Set(keys)).toEqual(
          new Set(
            all.map(({ click }) => `${click.linkId} ${click.occurredAt.slice(0, 16)}:00.000Z`),
          ),
        );
        expect(new Set(keys).size).toBe(keys.length);
        for (const { traits, evidence } of counts) {
          const groups = traits.map(({ unique: _u, duplicate: _d, invalid: _i, ...of }) =>
            JSON.stringify(of),
          );
          expect(new Set(groups).size).toBe(groups.length);
          expect(new Set(evidence.visitors).size).toBe(evidence.visitors.length);
        }
      }),
    );
  });

  it('states which of the invalid clicks were made without consent, also by traits', () => {
    const consent = { decision: 'denied' as const, by: [], malformed: [] };
    const [link] = links;
    const of = (given: Partial<ClickRow>): CountableClick => {
      const click = aClick({ ...link, ...given, occurredAt: '2026-05-01T12:00:00.000Z' });
      return { click, occurredAt: new Date(click.occurredAt), proof: undefined };
    };
    const refused = of({ validity: 'filtered', consent });
    const counts = sumClicks([refused, refused, of({ validity: 'bot' }), of({})]);
    const kinds = { unique: 1, duplicate: 0, invalid: 3, withoutConsent: 2 };
    expect(counts).toMatchObject([{ ...kinds, traits: [kinds] }]);
    expect(sumClicks([of({})])[0]).not.toHaveProperty('withoutConsent');
  });

  it('has the same totals however the clicks are divided into batches', () => {
    fc.assert(
      fc.property(clicks, fc.array(fc.nat(60), { maxLength: 5 }), (all, cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), all.length];
        const batches = ends.map((end, at) => all.slice(ends[at - 1] ?? 0, end));
        expect(totalsOf(batches.flatMap(sumClicks))).toEqual(totalsOf(sumClicks(all)));
      }),
    );
  });
});

describe('inPartsOf', () => {
  it('keeps the clicks and their order, and no event exceeds its size by the longest texts', () => {
    const maxBytes = 5_000;
    fc.assert(
      fc.property(clicks, (all) => {
        const parts = [...inPartsOf(maxBytes, all)];
        expect(parts.flat()).toEqual(all);
        for (const part of parts) {
          const { data } = clicksCounted({ counts: sumClicks(part) });
          expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(maxBytes);
        }
      }),
    );
  });
});
