import { type PayoutProvider } from '@tributary/contracts';
import { type ProviderCallback } from '../../clients/providers/provider.ts';
import { type Deps } from '../../deps.ts';
import { decideVerified } from '../../domain/account.ts';
import { applyProviderEvent } from '../../workflows/apply-provider-event.ts';
import { setVerification } from '../../workflows/set-verification.ts';

interface Input {
  readonly provider: PayoutProvider;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: string;
}

type CallbackDeps = Parameters<typeof applyProviderEvent>[0] & AccountDeps;
type AccountDeps = Pick<Deps, 'accounts' | 'clock' | 'newId' | 'providers' | 'transaction'>;

/**
 * Applies a provider's callback. Callbacks arrive twice, late and out of order; one that changes nothing is accepted
 * and ignored. @throws unauthenticated `invalid_signature`
 */
export const receiveProviderCallback =
  (deps: CallbackDeps) =>
  async ({ provider, headers, rawBody }: Input): Promise<void> => {
    const now = deps.clock.now();
    const callback = deps.providers[provider].parseCallback({ headers, rawBody, now });
    if (callback.kind === 'account') await applyAccountCallback(deps, provider, callback);
    if (callback.kind === 'payment') await applyProviderEvent(deps, provider, callback);
  };

/**
 * Applies the account's current status. The callback reports a past status, so the provider is queried; it is queried
 * again after each change, because the status may have changed while the one before was saved.
 */
async function applyAccountCallback(
  deps: AccountDeps,
  provider: PayoutProvider,
  { destination }: Extract<ProviderCallback, { kind: 'account' }>,
): Promise<void> {
  for (;;) {
    const isVerified = await deps.providers[provider].accountChecks?.isVerified(destination);
    if (isVerified === undefined) return;
    if (!(await applyAccountStatus(deps, { provider, destination }, isVerified))) return;
  }
}

/** Applies a status to each account with the destination, as affiliates may share one. True where any changed. */
async function applyAccountStatus(
  deps: AccountDeps,
  target: { provider: PayoutProvider; destination: string },
  isVerified: boolean,
): Promise<boolean> {
  const by = { kind: 'provider', userId: null } as const;
  const all = await deps.accounts.listByDestination(target);
  const stale = all.filter((account) => decideVerified(account, isVerified, by.kind) !== account);
  for (const { id } of stale) await setVerification(deps)({ accountId: id, isVerified, by });
  return stale.length > 0;
}
