import fc from 'fast-check';
import { readLiterals } from './json-literals.ts';

describe('readLiterals', () => {
  it.each([
    ['{"order_value":100}', '100'],
    ['{"order_value":100.00}', '100.00'],
    ['{"order_value":1e2}', '1e2'],
    ['{"order_value":"100"}', '100'],
    ['{"order_value":"100.0"}', '100.0'],
    ['{ "a" : [1,{"order_value":7}] , "order_value" :\n 5.10 }', '5.10'],
    ['{"a":"\\"order_value\\":9","order_value":1}', '1'],
    ['{"order\\u005fvalue":3.0}', '3.0'],
    ['{"x":"}","order_value":-0}', '-0'],
  ])('reads the signed characters: %s', (json, text) => {
    expect(readLiterals(json).text('order_value')).toBe(text);
  });

  it.each([
    '{}',
    '{"order_value":null}',
    '{"order_value":true}',
    '{"order_value":{"order_value":1}}',
  ])('finds no amount in %s', (json) => {
    expect(readLiterals(json).text('order_value')).toBeUndefined();
  });

  it('finds repeated names, because the signed one is unknown', () => {
    const json = '{"a":1,"b":{"a":1},"\\u0061":2,"c":1,"c":1}';
    expect(readLiterals(json).repeated).toEqual(['a', 'c']);
  });

  it('finds repeated names at any depth, with their paths', () => {
    const json =
      '{"products":[{"price":1},{"sku":"s","price":1, "price":2}],"metadata":{"a":{"x":[],"x":{}},"b":{"x":1}}}';
    expect(readLiterals(json).repeated).toEqual(['products.1.price', 'metadata.a.x']);
    const deep = 400_000;
    const nested = `{"a":${'['.repeat(deep)}${']'.repeat(deep)},"a":1}`;
    expect(readLiterals(nested).repeated).toEqual(['a']);
  });

  it('reads any object as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const json = JSON.stringify(object, null, indent);
        const literals = readLiterals(json);
        expect(literals.repeated).toEqual([]);
        for (const [name, value] of Object.entries(JSON.parse(json) as object)) {
          const text = literals.text(name);
          if (typeof value === 'string') expect(text).toBe(value);
          else if (typeof value === 'number') expect(Number(text)).toBe(value);
          else expect(text).toBeUndefined();
        }
      }),
    );
  });
});
