import { type Tributary } from '@tributary/sdk';
import { type Account } from './accounts.ts';
import { forEachParallel } from './api.ts';
import { readUntil } from './read-until.ts';
import { type Member } from './story.ts';

const MINIMUM = 50;
/** A payout of thousands of commissions takes some minutes on a small machine. */
const WAIT_AT_MOST_MS = 300_000;
const PARALLEL = 4;

/** Requests a payout to a verified account for every affiliate with a sufficient balance. */
export async function payOut(admin: Tributary, members: readonly Member[]): Promise<number> {
  let requested = 0;
  await forEachParallel(members, PARALLEL, async ({ account }) => {
    const payment_method_id = await verifiedAccount(admin, account);
    const { payouts } = account.tributary;
    const { balance } = await payouts.getBalance();
    const amount = balance.available_balance;
    if (amount < MINIMUM) return;
    const idempotencyKey = `demo-payout-${account.id}-${String(amount)}`;
    await payouts.request({ amount, payment_method_id }, { idempotencyKey });
    requested += 1;
  });
  await Promise.all(members.map(({ account }) => waitForPayouts(account.tributary)));
  return requested;
}

/** Returns the id of the account to which an affiliate is paid. */
async function verifiedAccount(admin: Tributary, owner: Account): Promise<string> {
  const { payoutAccounts } = owner.tributary;
  const { accounts } = await payoutAccounts.list();
  const details = {
    provider: 'cardproc_connect',
    cardproc_account_id: `acct_${owner.id.replaceAll('-', '')}`,
    auto_payout_enabled: false,
  } as const;
  const account = accounts[0] ?? (await payoutAccounts.create(details)).account;
  if (!account.is_verified)
    await admin.payoutAccounts.setVerification(account.id, { is_verified: true });
  return account.id;
}

/** Waits until no payout of an affiliate is open. */
async function waitForPayouts({ payouts }: Tributary): Promise<void> {
  const isAnyOpen = await readUntil(
    async () => {
      const page = await payouts.list();
      return page.payouts.some(({ status }) => ['pending', 'in_transit'].includes(status));
    },
    (isOpen) => !isOpen,
    WAIT_AT_MOST_MS,
  );
  if (isAnyOpen) throw new Error('A payout is still open after 5 minutes');
}
