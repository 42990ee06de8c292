import { createHash, randomInt } from 'node:crypto';
import { invalid, unavailable } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { decideCheckCode, decideSendCode, type PayoutAccount } from '../../domain/account.ts';
import { withVerification } from '../../domain/account-change.ts';
import { type HoldReason } from '../../domain/hold.ts';
import { walletCodeMail } from '../../views/wallet-code-mail.ts';
import { changeAccounts } from '../../workflows/change-accounts.ts';

interface Input {
  readonly accountId: string;
  readonly affiliateId: string;
  /** The mailed code; undefined to have one mailed, or to start the provider's own check. */
  readonly code: string | undefined;
  /** The locale that the caller's client prefers; undefined where it states none. */
  readonly locale: string | undefined;
}

export interface Verification {
  readonly verification: 'verified' | 'code_sent' | 'started';
  /** Why payouts are held from now on; empty where the verification redirects none. */
  readonly holdReasons: readonly HoldReason[];
}

const outcome = (
  verification: Verification['verification'],
  holdReasons: readonly HoldReason[] = [],
): Verification => ({ verification, holdReasons });

type VerifyDeps = Pick<
  Deps,
  'accounts' | 'clock' | 'invoices' | 'limits' | 'newId' | 'providers' | 'sendMail' | 'transaction'
>;

const digestOf = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId}.${code}`).digest('hex');

/**
 * Verifies an account: a wallet by a code mailed to its address, a connected account by a check of the card
 * processor, which reports the result by callback. @throws invalid `wrong_code`
 */
export const verifyPayoutAccount =
  (deps: VerifyDeps) =>
  async ({ accountId, affiliateId, code, locale }: Input): Promise<Verification> => {
    const account = await deps.accounts.get(accountId, affiliateId);
    if (account.isVerified) return outcome('verified');
    const checks = deps.providers[account.provider].accountChecks;
    if (code === undefined || checks !== undefined) await deps.limits.verify.consume(affiliateId);
    if (checks !== undefined) {
      // Before the check starts, because its callback may arrive at once.
      if (account.isBarred) await unbar(deps, account);
      await checks.start(account.destination);
      return outcome('started');
    }
    return code === undefined
      ? sendCode(deps, account, locale)
      : checkCode(deps, { account, code });
  };

/** Lets the provider's status count again. */
const unbar = (
  deps: Pick<Deps, 'transaction'>,
  { id, affiliateId }: PayoutAccount,
): Promise<void> =>
  deps.transaction(async ({ accounts }) => {
    await accounts.save({ ...(await accounts.get(id, affiliateId)), isBarred: false });
  });

async function sendCode(
  deps: Pick<Deps, 'clock' | 'invoices' | 'limits' | 'sendMail' | 'transaction'>,
  { id, affiliateId, destination }: PayoutAccount,
  preferred: string | undefined,
): Promise<Verification> {
  // The wallet may be a stranger's.
  await deps.limits.mail.consume(destination);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await deps.transaction(async ({ accounts }) => {
    const account = await accounts.get(id, affiliateId);
    await accounts.save(decideSendCode(account, digestOf(id, code), deps.clock.now()));
  });
  const locale = preferred ?? (await deps.invoices.partyOf(affiliateId))?.locale ?? 'en';
  const { subject, text } = walletCodeMail(code, locale);
  await deps.sendMail(destination, subject, text).catch((cause: unknown) => {
    throw unavailable('mail_unavailable', { message: 'The code could not be mailed', cause });
  });
  return outcome('code_sent');
}

async function checkCode(
  deps: Pick<Deps, 'clock' | 'newId' | 'transaction'>,
  { account, code }: { account: PayoutAccount; code: string },
): Promise<Verification> {
  const { id: accountId, affiliateId } = account;
  const accepted = await deps.transaction(async (scope) => {
    const now = deps.clock.now();
    const current = await scope.accounts.get(accountId, affiliateId);
    const checked = decideCheckCode(current, digestOf(accountId, code), now);
    if (!checked.accepted) {
      await scope.accounts.save(checked.account);
      return undefined;
    }
    const change = { accountId, isVerified: true, by: 'affiliate' } as const;
    return changeAccounts(deps, scope, {
      affiliateId,
      by: { kind: 'affiliate', userId: affiliateId },
      edit: (before) => withVerification(before, change, now),
    });
  });
  if (accepted !== undefined) return outcome('verified', accepted.holdReasons);
  throw invalid('wrong_code', { message: 'The code is not the one that was mailed' });
}
