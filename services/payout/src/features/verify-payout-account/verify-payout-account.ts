import { createHash, randomInt } from 'node:crypto';
import { invalid, unavailable } from '@tributary/errors';
import { changeAccounts } from '../../workflows/change-accounts.ts';
import { verified } from '../../workflows/set-verification.ts';
import { type Deps } from '../../deps.ts';
import { decideCheckCode, decideSendCode, type PayoutAccount } from '../../domain/account.ts';

interface Input {
  readonly accountId: string;
  readonly affiliateId: string;
  /** The mailed code; left out to have one sent, or to start the provider's own check. */
  readonly code: string | undefined;
}

export type Verification = 'verified' | 'code_sent' | 'started';

const digestOf = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId}.${code}`).digest('hex');

/**
 * Verifies an account: a wallet by a code mailed to its address, a connected account by the card
 * processor, which calls back. @throws invalid `wrong_code`
 */
export const verifyAccount =
  (deps: Deps) =>
  async ({ accountId, affiliateId, code }: Input): Promise<Verification> => {
    const account = await deps.accounts.get(accountId, affiliateId);
    if (account.isVerified) return 'verified';
    const byProvider = deps.providers[account.provider].accountChecks;
    if (code === undefined || byProvider !== undefined) {
      await deps.limits.verify.consume(affiliateId);
    }
    if (byProvider !== undefined) {
      // Before it is asked for, as the answer may come at once.
      if (account.isBarred) await unbar(deps, account);
      await byProvider.start(account.destination);
      return 'started';
    }
    return code === undefined ? sendCode(deps, account) : checkCode(deps, { account, code });
  };

/** From now on the provider's word counts again. */
const unbar = (deps: Deps, { id, affiliateId }: PayoutAccount): Promise<void> =>
  deps.transaction(async ({ accounts }) => {
    await accounts.save({ ...(await accounts.get(id, affiliateId)), isBarred: false });
  });

async function sendCode(
  deps: Deps,
  { id, affiliateId, destination }: PayoutAccount,
): Promise<Verification> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await deps.transaction(async ({ accounts }) => {
    const account = await accounts.get(id, affiliateId);
    await accounts.save(decideSendCode(account, digestOf(id, code), deps.clock.now()));
  });
  const text = `Your code is ${code}. It is valid for 30 minutes.\n`;
  await deps
    .sendMail(destination, 'Confirm your wallet for payouts', text)
    .catch((cause: unknown) => {
      throw unavailable('mail_unavailable', { message: 'The code could not be mailed', cause });
    });
  return 'code_sent';
}

async function checkCode(
  deps: Deps,
  { account, code }: { account: PayoutAccount; code: string },
): Promise<Verification> {
  const { id: accountId, affiliateId } = account;
  const accepted = await deps.transaction(async (scope) => {
    const now = deps.clock.now();
    const current = await scope.accounts.get(accountId, affiliateId);
    const checked = decideCheckCode(current, digestOf(accountId, code), now);
    if (!checked.accepted) {
      await scope.accounts.save(checked.account);
      return false;
    }
    await changeAccounts(deps, scope, {
      affiliateId,
      by: { kind: 'affiliate', userId: affiliateId },
      edit: (before) => verified(before, { accountId, isVerified: true, by: 'affiliate' }, now),
    });
    return true;
  });
  if (!accepted)
    throw invalid('wrong_code', { message: 'The code is not the one that was mailed' });
  return 'verified';
}
