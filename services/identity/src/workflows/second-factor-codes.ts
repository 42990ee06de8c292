import { Secret } from 'otpauth';
import { type Deps } from '../deps.ts';
import {
  isOneTimeCode,
  normaliseRecoveryCode,
  secondFactorEvent,
  secretContext,
  type SecondFactor,
  wrongCode,
} from '../domain/second-factor.ts';
import { stepOf } from '../domain/totp.ts';
import { digestOf } from './opaque-token.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

const RECOVERY_CODES = 10;
/** 80 bits, so that a fast hash of it is enough. */
const RECOVERY_BYTES = 10;
const SECRET_BYTES = 20;

/** A new secret of an authenticator app, Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const recoveryHashOf = (code: string): string => digestOf(normaliseRecoveryCode(code));

/** New recovery codes in groups of four characters, and the hashes that are stored. */
export function newRecoveryCodes(): { codes: readonly string[]; hashes: readonly string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
  return { codes, hashes: codes.map(recoveryHashOf) };
}

type CipherDeps = Pick<Deps, 'cipher'>;

/** The step of a right code of the app; undefined otherwise. */
export const stepOfCode = (
  { cipher }: CipherDeps,
  { id, sealedSecret }: SecondFactor,
  code: string,
  now: Date,
): number | undefined => stepOf(cipher.decrypt(sealedSecret, secretContext(id)), code, now);

async function useRecoveryCode(
  { secondFactors, outbox }: Stores,
  factor: SecondFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  const hash = recoveryHashOf(code);
  if (!(await secondFactors.useRecoveryHash(factor.id, hash))) return false;
  const recoveryHashes = factor.recoveryHashes.filter((left) => left !== hash);
  const after = { id: factor.id, recoveryHashes };
  await outbox.add(secondFactorEvent(after, 'recovery_code_used', { now }));
  return true;
}

/** Uses up a code of the app or a recovery code. False where it is wrong, or there is no factor. */
async function useCode(
  deps: CipherDeps,
  stores: Stores,
  { userId, code }: { readonly userId: string; readonly code: string },
  now: Date,
): Promise<boolean> {
  const factor = await stores.secondFactors.find(userId);
  if (factor === undefined || factor.confirmedAt === null) return false;
  if (!isOneTimeCode(code)) return useRecoveryCode(stores, factor, code, now);
  const step = stepOfCode(deps, factor, code, now);
  return step !== undefined && stores.secondFactors.useStep(userId, step);
}

/**
 * Does `work` in the transaction that uses up a code of the person's second factor. Wrong codes count
 * against the limit of the login. @throws forbidden `wrong_code`; rate_limited
 */
export async function withCode<Result>(
  deps: Pick<Deps, 'cipher' | 'limits' | 'transaction' | 'clock' | 'log'>,
  proof: { readonly userId: string; readonly code: string },
  work: (stores: Stores, now: Date) => Promise<Result>,
): Promise<Result> {
  await deps.limits.codes.consume(proof.userId);
  const result = await deps.transaction(async (stores) => {
    const now = deps.clock.now();
    if (!(await useCode(deps, stores, proof, now))) throw wrongCode();
    return work(stores, now);
  });
  await deps.limits.codes.giveBack(proof.userId).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a right code counts against the limit of wrong ones');
  });
  return result;
}
