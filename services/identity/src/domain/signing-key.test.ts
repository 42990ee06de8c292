import { DAY_MS } from '@tributary/units';
import { decideNextKey, type KeyTerm, publishedKeysAt, signingKeyAt } from './signing-key.ts';

const START = new Date('2026-05-01T00:00:00.000Z');
const after = (ms: number): Date => new Date(START.getTime() + ms);
const terms = { rotateEveryMs: 30 * DAY_MS, publishAheadMs: 600_000, publishAfterMs: 4_500_000 };
const first: KeyTerm = { kid: 'a', generation: 1, signsFrom: START };
const second: KeyTerm = { kid: 'b', generation: 2, signsFrom: after(30 * DAY_MS) };

describe('decideNextKey', () => {
  it('creates the first key at once', () => {
    expect(decideNextKey([], START, terms)).toEqual({ generation: 1, signsFrom: START });
  });

  it('creates the next key ahead, so that every verifier has loaded it when it signs', () => {
    expect(decideNextKey([first], after(30 * DAY_MS - 600_001), terms)).toBeUndefined();
    const due = { generation: 2, signsFrom: after(30 * DAY_MS) };
    expect(decideNextKey([first], after(30 * DAY_MS - 600_000), terms)).toEqual(due);
  });

  it('publishes a late key as long before it signs, where no instance ran when it was due', () => {
    const due = { generation: 2, signsFrom: after(90 * DAY_MS + 600_000) };
    expect(decideNextKey([first], after(90 * DAY_MS), terms)).toEqual(due);
  });

  it('creates no key while the newest has not signed yet', () => {
    expect(decideNextKey([first, second], after(30 * DAY_MS), terms)).toBeUndefined();
  });
});

describe('signingKeyAt', () => {
  it('changes keys at the planned moment', () => {
    expect(signingKeyAt([first, second], after(30 * DAY_MS - 1)).kid).toBe('a');
    expect(signingKeyAt([first, second], after(30 * DAY_MS)).kid).toBe('b');
  });

  it('uses the only key even where the clock that created it ran ahead', () => {
    expect(signingKeyAt([first], after(-1_000)).kid).toBe('a');
    expect(() => signingKeyAt([], START)).toThrow('no signing key');
  });
});

describe('publishedKeysAt', () => {
  const kidsAt = (now: Date): string[] =>
    publishedKeysAt([first, second], now, terms)
      .map(({ kid }) => kid)
      .toSorted();

  it('includes a key before it signs, and until its last token has expired', () => {
    expect(kidsAt(after(30 * DAY_MS - 1))).toEqual(['a', 'b']);
    expect(kidsAt(after(30 * DAY_MS + 4_499_999))).toEqual(['a', 'b']);
    expect(kidsAt(after(30 * DAY_MS + 4_500_000))).toEqual(['b']);
  });
});
