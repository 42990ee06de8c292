import { monotonicIds } from './event-id.ts';

describe('monotonicIds', () => {
  it('grows within one millisecond, so that the events of one commit keep their order', () => {
    const newId = monotonicIds(() => 1_700_000_000_000);
    const ids = Array.from({ length: 20_000 }, newId);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('grows when the clock steps back', () => {
    let now = 1_700_000_000_000;
    const newId = monotonicIds(() => (now -= 1_000));
    const ids = Array.from({ length: 100 }, newId);
    expect(ids).toEqual([...ids].sort());
  });

  it('makes version 7 UUIDs that hold their time', () => {
    const id = monotonicIds(() => 0x0123456789ab)();
    expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
