import { type PayoutProvider } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { setVerification } from '../../account-verifying.ts';
import { takeInOutcome } from '../../payout-moving.ts';
import { type Notice } from '../../providers/provider.ts';

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

/** Affiliates may share a destination: each of them hears of it. */
async function takeInAccount(
  deps: Deps,
  provider: PayoutProvider,
  { destination, isVerified }: Extract<Notice, { kind: 'account' }>,
): Promise<void> {
  const by = { kind: 'provider', userId: null } as const;
  for (const account of await deps.accounts.listNamed({ provider, destination })) {
    if (account.isVerified === isVerified) continue;
    await setVerification(deps)({ accountId: account.id, isVerified, by });
  }
}

async function takeInPayment(
  deps: Deps,
  provider: PayoutProvider,
  notice: Extract<Notice, { kind: 'payment' }>,
): Promise<void> {
  const { payoutId, key, outcome } = notice;
  await takeInOutcome(deps, provider, { payoutId, key, outcome });
}
