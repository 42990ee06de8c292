import fc from 'fast-check';
import mongoose from 'mongoose';
import { readRows } from './row-bytes.ts';

const { BSON } = mongoose.mongo;
/** The bytes of an array, as a cursor's reply contains it. */
const bytesOf = (...documents: object[]) => BSON.serialize(Object.fromEntries(documents.entries()));

type Row = Readonly<Record<string, unknown>>;

const aText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const aLeaf = fc.oneof(
  aText,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.maxSafeInteger().map((value) => BSON.Long.fromNumber(value)),
  fc.double(),
  fc.date({ noInvalidDate: true }),
  fc.boolean(),
  fc.constant(null),
);
const aValue = fc.oneof(
  aLeaf,
  fc.array(aLeaf, { maxLength: 12 }),
  fc.array(fc.record({ affiliateId: aText, weight: aLeaf }), { maxLength: 12 }),
  fc.dictionary(fc.stringMatching(/^[a-zäß]{1,9}$/), aLeaf),
);
const aRow = fc.record({ first: aValue, second: aValue, third: aValue }, { requiredKeys: [] });
const names = ['first', 'second', 'third'] as const;

describe('readRows', () => {
  it('reads the same values as the driver, in any order of fields', () => {
    const anOrder = fc.shuffledSubarray([...names, 'thirds', 'fir']);
    fc.assert(
      fc.property(fc.array(aRow, { minLength: 1, maxLength: 5 }), anOrder, (rows, order) => {
        const batch = bytesOf(...rows);
        const expected = Object.values(BSON.deserialize(batch)).map((row: Row) =>
          order.map((name): unknown => row[name]),
        );
        const read = readRows(batch, (row) => order.map((name) => row.get(name)));
        expect(read).toEqual(expected);
      }),
    );
  });

  it('leaves a row with an unknown type to the driver, so that the row is still checked', () => {
    const amount = BSON.Decimal128.fromString('1.5');
    const odd = { _id: new BSON.ObjectId(), amount, parts: [{ amount }], last: 'seen' };
    const read = readRows(bytesOf(odd, { last: 'next' }), (row) => ({
      last: row.get('last'),
      amount: row.get('amount'),
      parts: row.get('parts'),
    }));
    expect(read).toEqual([
      { last: 'seen', amount, parts: [{ amount }] },
      { last: 'next', amount: undefined, parts: undefined },
    ]);
  });

  it('returns no rows for an empty batch', () => {
    expect(readRows(bytesOf(), (row) => row.get('_id'))).toEqual([]);
  });
});
