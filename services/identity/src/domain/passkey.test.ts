import { isCounterRegression, type Passkey, passkeyMethods } from './passkey.ts';

const passkeyAt = (signCount: number): Passkey => ({
  id: 'p',
  userId: 'u',
  name: 'Key',
  credentialId: 'c',
  publicKey: 'k',
  signCount,
  transports: [],
  isSynced: false,
  copySuspectedAt: null,
  createdAt: new Date(0),
  lastUsedAt: null,
});

describe('the counter of a passkey', () => {
  it.each([
    [0, 0, false],
    [0, 1, false],
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [5, 0, true],
  ])('of %i, presented as %i, shows a copy: %s', (stored, presented, isCopy) => {
    expect(isCounterRegression(passkeyAt(stored), presented)).toBe(isCopy);
  });
});

it('a passkey counts as two factors, in hardware unless it is synchronised', () => {
  expect(passkeyMethods({ isSynced: false })).toEqual(['hwk', 'user', 'mfa']);
  expect(passkeyMethods({ isSynced: true })).toEqual(['swk', 'user', 'mfa']);
});
