import { requireFreshSignIn } from './fresh-sign-in.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const nowS = NOW.getTime() / 1_000;

describe('a change of how a person signs in', () => {
  it('requires a sign-in within the last 15 minutes', () => {
    expect(() => {
      requireFreshSignIn(nowS - 900, NOW);
    }).not.toThrow();
    expect(() => {
      requireFreshSignIn(nowS - 901, NOW);
    }).toThrow('Sign in again');
  });

  it('is refused to tokens that do not state when the person signed in', () => {
    expect(() => {
      requireFreshSignIn(undefined, NOW);
    }).toThrow('Sign in again');
  });
});
