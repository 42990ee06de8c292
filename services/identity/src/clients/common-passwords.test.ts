import { openCommonPasswords } from './common-passwords.ts';

describe('the list of common passwords', () => {
  const common = openCommonPasswords();

  it('has tens of thousands, in any case of letters', () => {
    expect(common.size).toBeGreaterThan(10_000);
    expect(common.has('QWERTYUIOP')).toBe(true);
    expect(common.has('1q2w3e4r5t6y')).toBe(true);
  });

  it('has no password that somebody thought of', () => {
    expect(common.has('correct horse battery')).toBe(false);
  });
});
