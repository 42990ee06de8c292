import { clickRow, type ClickRow } from '@tributary/contracts';
import { aClick } from '@tributary/testing';
import fc from 'fast-check';
import { clickJson } from './click-json.ts';

const text = fc.string({ unit: 'binary', maxLength: 60 });
const orNull = fc.option(text, { nil: null });
// The contract's reader leaves a member named __proto__ out: no sub id and no header is called that.
const name = text.filter((value) => value !== '__proto__');
const strings = fc.dictionary(name, text, { maxKeys: 4, noNullPrototype: true });
const traffic = fc.record({
  visitor: fc.constantFrom('signed' as const, 'new' as const, 'unsigned' as const),
  addressHash: text,
  doubt: orNull,
});

const anyRow: fc.Arbitrary<ClickRow> = fc
  .record({
    ip: text,
    userAgent: text,
    referrer: orNull,
    utm: fc.record({
      source: orNull,
      medium: orNull,
      campaign: orNull,
      term: orNull,
      content: orNull,
    }),
    subIds: strings,
    fetchMetadata: strings,
    browser: orNull,
    city: orNull,
    validity: fc.constantFrom(...clickRow.shape.validity.options),
    traffic: fc.option(traffic, { nil: undefined }),
  })
  .map(({ traffic, ...given }) =>
    aClick({
      ...given,
      isUnique: given.validity === 'valid',
      ...(traffic === undefined ? {} : { traffic }),
    }),
  );

const jsonOf = (row: ClickRow): string =>
  clickJson({
    own: row,
    link: row,
    params: row,
    agent: row,
    place: row,
    fetchMetadata: row.fetchMetadata,
    traffic: row.traffic,
  });

describe('clickJson', () => {
  it('writes any click like JSON.stringify', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(JSON.parse(jsonOf(row))).toEqual(JSON.parse(JSON.stringify(row)));
        // The second time uses the cached parts.
        expect(clickRow.parse(JSON.parse(jsonOf(row)))).toEqual(row);
      }),
    );
  });
});
