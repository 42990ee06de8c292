import { type PayoutProvider } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { setVerification } from '../../workflows/set-verification.ts';
import { decideVerified } from '../../domain/account.ts';
import { takeInOutcome } from '../../workflows/apply-provider-event.ts';
import { type Notice } from '../../clients/providers/provider.ts';

interface Input {
  readonly provider: PayoutProvider;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: string;
}

/**
 * Takes in what a provider says by itself. Callbacks come twice, late and out of order: what changes
 * nothing is thanked for and forgotten. @throws unauthenticated `invalid_signature`
 */
export const receiveCallback =
  (deps: Deps) =>
  async ({ provider, headers, rawBody }: Input): Promise<void> => {
    const now = deps.clock.now();
    const notice = deps.providers[provider].read({ headers, rawBody, now });
    if (notice.kind === 'account') await takeInAccount(deps, provider, notice);
    if (notice.kind === 'payment') await takeInPayment(deps, provider, notice);
  };

/**
 * Callbacks say what was, in any order, so that the provider is asked what is: once more after each change, as
 * it may have gone on while the answer before was written down.
 */
async function takeInAccount(
  deps: Deps,
  provider: PayoutProvider,
  { destination }: Extract<Notice, { kind: 'account' }>,
): Promise<void> {
  for (;;) {
    const isVerified = await deps.providers[provider].accountChecks?.isVerified(destination);
    if (isVerified === undefined) return;
    if (!(await believe(deps, { provider, destination }, isVerified))) return;
  }
}

/** Affiliates may share a destination: each of them hears of it. True where anything changed. */
async function believe(
  deps: Deps,
  named: { provider: PayoutProvider; destination: string },
  isVerified: boolean,
): Promise<boolean> {
  const by = { kind: 'provider', userId: null } as const;
  const all = await deps.accounts.listNamed(named);
  const others = all.filter((account) => decideVerified(account, isVerified, by.kind) !== account);
  for (const { id } of others) await setVerification(deps)({ accountId: id, isVerified, by });
  return others.length > 0;
}

async function takeInPayment(
  deps: Deps,
  provider: PayoutProvider,
  notice: Extract<Notice, { kind: 'payment' }>,
): Promise<void> {
  const { payoutId, key, outcome } = notice;
  await takeInOutcome(deps, provider, { payoutId, key, outcome });
}
