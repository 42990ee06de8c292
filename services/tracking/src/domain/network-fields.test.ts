import fc from 'fast-check';
import { networkJson, unfilledFields } from './network-fields.ts';

const KNOWN = new Set(['order_id', 'order_value']);
const read = (query: string): unknown => JSON.parse(networkJson(new URLSearchParams(query), KNOWN));

describe('the fields of a network', () => {
  it('state the same in JSON, with unknown ones as custom parameters', () => {
    expect(read('order_id=A+1%2F2&order_value=12.50&sub1=mail&empty=')).toEqual({
      order_id: 'A 1/2',
      order_value: '12.50',
      custom_parameters: { sub1: 'mail', empty: '' },
    });
    expect(read('')).toEqual({});
  });

  it.each(['{payout}', '${payout}', '[payout]', '<payout>', '%payout%', '#payout#', '{}'])(
    'name the field whose macro the network did not fill: %s',
    (macro) => {
      const pairs = new URLSearchParams({ order_value: macro, sub1: macro, order_id: 'x{1}' });
      expect(unfilledFields(pairs, KNOWN)).toEqual(['order_value']);
      expect(read(pairs.toString())).toEqual({ order_value: macro, order_id: 'x{1}' });
    },
  );

  it('keep a repeated field repeated, so that it is refused', () => {
    const json = networkJson(new URLSearchParams('order_id=1&order_id=2'), KNOWN);
    expect(json).toBe('{"order_id":"1","order_id":"2"}');
  });

  it('are valid JSON whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const json = networkJson(new URLSearchParams(pairs), KNOWN);
        expect(() => void JSON.parse(json)).not.toThrow();
      }),
    );
  });
});
