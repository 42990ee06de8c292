import { isAppError } from '@tributary/errors';
import { MINUTE_MS } from '@tributary/units';
import { anAccount } from '../testing/builders.ts';
import {
  decideCheckCode,
  decideSendCode,
  decideVerified,
  defaultOf,
  requirePayable,
} from './account.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const later = (minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'fine';
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
};

describe('a mailed code', () => {
  const waiting = decideSendCode(anAccount({ isVerified: false }), 'right', now);

  it('verifies once, within half an hour', () => {
    const { account, accepted } = decideCheckCode(waiting, 'right', later(29));
    expect([accepted, account.isVerified, account.code]).toEqual([true, true, null]);
    expect(codeOf(() => decideCheckCode(account, 'right', later(29)))).toBe(
      'verification_not_started',
    );
    expect(codeOf(() => decideCheckCode(waiting, 'right', later(30)))).toBe(
      'verification_not_started',
    );
  });

  it('is void after five wrong tries', () => {
    let account = waiting;
    for (let tries = 0; tries < 5; tries += 1) {
      const checked = decideCheckCode(account, 'wrong', now);
      expect(checked.accepted).toBe(false);
      account = checked.account;
    }
    expect(codeOf(() => decideCheckCode(account, 'right', now))).toBe('verification_not_started');
  });
});

it.each([
  [{}, 'fine'],
  [{ isVerified: false }, 'payment_method_not_verified'],
  [{ isActive: false }, 'payment_method_not_verified'],
])('an account with %o can be paid to: %s', (given, outcome) => {
  expect(codeOf(() => requirePayable(anAccount(given)))).toBe(outcome);
});

it('is the default where it was chosen, else as the newest payable account', () => {
  const unverified = anAccount({ isVerified: false });
  const inactive = anAccount({ isActive: false });
  const newer = anAccount();
  const older = anAccount();
  expect(defaultOf([unverified, inactive, newer, older])).toBe(newer);
  const chosen = { ...older, isDefault: true };
  expect(defaultOf([unverified, newer, chosen])).toBe(chosen);
  expect(defaultOf([unverified])).toBeUndefined();
});

it('is verified again by a provider only where no administrator withdrew the verification', () => {
  const taken = decideVerified(anAccount(), false, 'admin');
  expect(taken).toMatchObject({ isVerified: false, isBarred: true });
  expect(decideVerified(taken, true, 'provider')).toBe(taken);
  for (const by of ['admin', 'affiliate'] as const) {
    const given = { isVerified: true, isBarred: false };
    expect(decideVerified(taken, true, by)).toMatchObject(given);
  }
  const restricted = decideVerified(anAccount(), false, 'provider');
  expect(decideVerified(restricted, true, 'provider')).toMatchObject({ isVerified: true });
});
