import { setTimeout as pause } from 'node:timers/promises';
import { type Api, forEachParallel } from './api.ts';
import { type Member } from './story.ts';

interface PayoutAccount {
  readonly id: string;
  readonly is_verified: boolean;
}

interface Balance {
  readonly available_balance: number;
}

const MINIMUM = 50;
/** A payout of thousands of commissions takes some minutes on a small machine. */
const WAIT_AT_MOST_MS = 300_000;
const PARALLEL = 4;

/** Requests a payout to a verified account for every affiliate with a sufficient balance. */
export async function payOut(api: Api, admin: string, members: readonly Member[]): Promise<number> {
  let requested = 0;
  await forEachParallel(members, PARALLEL, async ({ account: { token, id } }) => {
    const account = await verifiedAccount(api, admin, { token, id });
    const { balance } = await api.get<{ balance: Balance }>('/api/payouts/balance/current', {
      token,
    });
    if (balance.available_balance < MINIMUM) return;
    const body = { amount: balance.available_balance, payment_method_id: account.id };
    const headers = { 'idempotency-key': `demo-payout-${id}-${String(balance.available_balance)}` };
    await api.get('/api/affiliate/payouts/request', { method: 'POST', token, body, headers });
    requested += 1;
  });
  await Promise.all(members.map(({ account }) => waitForPayouts(api, account.token)));
  return requested;
}

async function verifiedAccount(
  api: Api,
  admin: string,
  owner: { token: string; id: string },
): Promise<PayoutAccount> {
  const path = '/api/payouts/accounts';
  const { token } = owner;
  const { accounts } = await api.get<{ accounts: PayoutAccount[] }>(path, { token });
  const body = {
    provider: 'cardproc_connect',
    cardproc_account_id: `acct_${owner.id.replaceAll('-', '')}`,
    auto_payout_enabled: false,
  };
  const account =
    accounts[0] ??
    (await api.get<{ account: PayoutAccount }>(path, { method: 'POST', token, body })).account;
  if (account.is_verified) return account;
  await api.get(`/api/admin/payouts/accounts/${account.id}/verification`, {
    method: 'PUT',
    token: admin,
    body: { is_verified: true },
  });
  return account;
}

/** Waits until no payout of an affiliate is open. */
async function waitForPayouts(api: Api, token: string): Promise<void> {
  const until = performance.now() + WAIT_AT_MOST_MS;
  for (;;) {
    const { payouts } = await api.get<{ payouts: { status: string }[] }>('/api/payouts/list', {
      token,
    });
    const open = payouts.filter(({ status }) => status === 'pending' || status === 'in_transit');
    if (open.length === 0) return;
    if (performance.now() > until) throw new Error('A payout is still open after 5 minutes');
    await pause(500);
  }
}
