import { randomUUIDv7 } from 'node:crypto';
import { derivedId } from './derived-id.ts';

describe('derivedId', () => {
  it('is a UUIDv7 of the same time that depends on the id and the text only', () => {
    const id = randomUUIDv7();
    const derived = derivedId(id, 'conversion.tracked');
    expect(derived).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(derived.slice(0, 13)).toBe(id.slice(0, 13));
    expect(derivedId(id, 'conversion.tracked')).toBe(derived);
    expect(derivedId(id, 'conversion.approved')).not.toBe(derived);
    expect(derivedId(randomUUIDv7(), 'conversion.tracked')).not.toBe(derived);
  });
});
