import {
  type DomainEvent,
  type SecondFactorChange,
  userSecondFactorChanged,
} from '@tributary/contracts';
import { conflict, forbidden } from '@tributary/errors';

/** What proves a person's sign-in besides the first proof, such as the password. */
export interface SecondFactor {
  /** The person's user id. */
  readonly id: string;
  /** The secret of the authenticator app, encrypted. */
  readonly sealedSecret: string;
  /** When a first code proved that the app has the secret; null before, where no sign-in requires it. */
  readonly confirmedAt: Date | null;
  /** The time step of the last code that was used. A code of that step or an earlier one works no more. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that are left; the codes themselves are shown once. */
  readonly recoveryHashes: readonly string[];
  readonly createdAt: Date;
}

/** The method of a sign-in that a second factor proved too (RFC 8176). */
const SEVERAL_FACTORS = 'mfa';

/** What a code of the second factor adds to the methods of a sign-in (RFC 8176). */
export const codeMethods = ['otp', SEVERAL_FACTORS] as const;

/** Whether these methods prove more than one factor. */
export const provesSecondFactor = (authMethods: readonly string[]): boolean =>
  authMethods.includes(SEVERAL_FACTORS);

/** An authenticator app writes no spaces, but people do. */
export const isOneTimeCode = (code: string): boolean => /^\d{6}$/.test(code);

/** A recovery code without the hyphens and spaces that make it readable. */
export const normaliseRecoveryCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '');

/** The context in which the secret of a person is encrypted. */
export const secretContext = (userId: string): string => `second-factor:${userId}`;

/** What happened to a second factor, for its owner's information. */
export const secondFactorEvent = (
  factor: Pick<SecondFactor, 'id' | 'recoveryHashes'>,
  change: SecondFactorChange,
  { byUserId = factor.id, now }: { readonly byUserId?: string; readonly now: Date },
): DomainEvent =>
  userSecondFactorChanged({
    userId: factor.id,
    change,
    recoveryCodesLeft: factor.recoveryHashes.length,
    byUserId,
    changedAt: now.toISOString(),
  });

/** The error for a code that is wrong, used before, or too old. */
export const wrongCode = () =>
  forbidden('wrong_code', { message: 'The code is wrong, too old, or was used before' });

/** The error where a second factor is required and there is none. */
export const notEnrolled = () =>
  conflict('second_factor_not_enrolled', { message: 'The login has no second factor' });

/** The error for a second enrolment. */
export const alreadyEnrolled = (cause?: unknown) =>
  conflict('second_factor_enrolled', { message: 'The login has a second factor', cause });
