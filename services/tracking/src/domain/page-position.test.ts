import fc from 'fast-check';
import { nextPosition, type PagePosition, pagePositionOf, pageTextOf } from './page-position.ts';

interface Row {
  readonly of: string;
  readonly at: Date;
  readonly id: number;
}

const orderOf = (a: Row, b: Row): number =>
  a.of === b.of ? a.at.getTime() - b.at.getTime() || a.id - b.id : a.of < b.of ? -1 : 1;

const rows: fc.Arbitrary<Row[]> = fc
  .array(fc.record({ of: fc.constantFrom('a', 'b', 'ü"'), at: fc.nat(3) }), { maxLength: 30 })
  .map((given) => given.map(({ of, at }, id) => ({ of, at: new Date(at), id })).sort(orderOf));

/** A page as a store reads it: from the place and time of the position on, without the rows that were read. */
function pageAfter(all: readonly Row[], size: number, position: PagePosition | undefined): Row[] {
  if (position === undefined) return all.slice(0, size);
  const { of, at, read } = position;
  const from = all.filter((row) => row.of > of || (row.of === of && row.at >= at));
  return from.slice(read, read + size);
}

describe('positions of pages', () => {
  it('lead through all rows once, however many have the same time', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (all, size) => {
        const seen: Row[] = [];
        let text = '';
        do {
          const before = pagePositionOf(text);
          const page = pageAfter(all, size, before);
          seen.push(...page);
          text = pageTextOf(nextPosition(page, size, before));
        } while (text !== '');
        expect(seen).toEqual(all);
      }),
    );
  });

  it.each(['x', '[]', '["a",1]', '["a",1,-1]', '{}'])(
    'that are unreadable are refused: %s',
    (text) => {
      expect(() => pagePositionOf(text)).toThrow('position unreadable');
    },
  );
});
