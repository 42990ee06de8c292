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

/** Whether these methods prove more than one factor. */
export const provesSecondFactor = (authMethods: readonly string[]): boolean =>
  authMethods.includes(SEVERAL_FACTORS);
