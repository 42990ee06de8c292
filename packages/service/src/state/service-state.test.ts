import { reasonOf } from './service-state.ts';

describe('the reason of a set-aside event', () => {
  it('is one line without e-mail addresses and tokens, of bounded length', () => {
    expect(reasonOf('not_found: ada@example.com\n  has no\taccount')).toBe(
      'not_found: [address] has no account',
    );
    expect(reasonOf('mongodb://app:pass@db failed')).not.toContain('pass');
    expect(reasonOf('x'.repeat(5_000))).toHaveLength(300);
  });
});
