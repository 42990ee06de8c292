import { creationTimeOf, newId } from './clock.ts';

describe('the creation time of an id', () => {
  it('is in a UUIDv7, to the millisecond, and in no other id', () => {
    const before = Date.now();
    const made = creationTimeOf(newId());
    expect(made?.getTime()).toBeGreaterThanOrEqual(before);
    expect(made?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(creationTimeOf('01975b3c-7c00-7000-8000-000000001001')).toEqual(
      new Date(0x01975b3c7c00),
    );
    expect(creationTimeOf(crypto.randomUUID())).toBeUndefined();
  });
});
