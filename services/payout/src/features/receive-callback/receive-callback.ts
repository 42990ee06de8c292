import { type PayoutProvider } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { dueAfter } from '../../due.ts';
import { paymentKey } from '../../domain/payout.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
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
    if (notice.kind === 'account') {
      const { destination, isVerified } = notice;
      await deps.accounts.setVerified({ provider, destination }, isVerified);
    }
    if (notice.kind === 'payment') await takeIn(deps, provider, notice);
  };

async function takeIn(
  deps: Deps,
  provider: PayoutProvider,
  notice: Extract<Notice, { kind: 'payment' }>,
): Promise<void> {
  await deps.transaction(async ({ payouts, outbox }) => {
    const loaded = await payouts.load(notice.payoutId);
    if (loaded?.payout.provider !== provider) return;
    // Said of an earlier try.
    if (notice.key !== paymentKey(loaded.payout)) return;
    const decided = decideOutcome(loaded.payout, notice.outcome, deps.clock.now());
    if (decided === undefined) return;
    await payouts.save(decided.payout, loaded.version, dueAfter(deps, decided.payout));
    await outbox.add(...decided.events);
  });
}
