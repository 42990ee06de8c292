import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { type Body, follow, type Person, post } from '../client.ts';
import { type Campaign, joinCampaign, ofOne, onPro, PATIENCE_MS, type Tour } from './tour.ts';

/** Accounts of each kind, and what they are paid by. */
export async function visitPayoutAccounts({ asAffiliate, asAdmin }: Tour): Promise<void> {
  const add = (body: object) => asAffiliate('POST', '/api/payouts/accounts', body);
  const card = { provider: 'cardproc_connect', cardproc_account_id: 'acct_ok' };
  const { account = {} } = await add(card);
  const wallet = await add({ provider: 'walletco_payouts', walletco_email: 'ann@example.com' });
  const walletPath = `/api/payouts/accounts/${String(wallet.account?.id)}`;
  await asAffiliate('DELETE', walletPath);
  await asAdmin('PUT', ofOne(account.id, '/api/admin/payouts/accounts/:id/verification'), {
    is_verified: true,
  });
  await asAffiliate('PUT', ofOne(account.id, '/api/payouts/accounts/:id'), {
    payout_frequency: 'monthly',
    is_default: true,
  });
  await asAffiliate('GET', ofOne(account.id, '/api/payouts/accounts/:id/changes'));
  await asAffiliate('PUT', '/api/payouts/billing-profile', {
    legal_name: 'Ann Example',
    address_lines: ['Hauptstraße 1', '10115 Berlin'],
    tax_id: 'DE123456789',
  });
  await asAffiliate('GET', '/api/payouts/balance/current');
}

/** A member of the campaign with 60.00 and a verified account. */
async function openPayee(
  tour: Tour,
  { campaignId }: Campaign,
  account: object,
): Promise<Person & { readonly accountId: string }> {
  const { client, asAdmin, asBrand, callerOf } = tour;
  const payee = await onPro(tour, 'affiliate', 'Ben');
  const link = await joinCampaign(tour, callerOf(payee.token), campaignId);
  const click = await follow(client, String(link.tracking_code));
  const conversion = await post(client, click, randomUUID(), '600.00');
  await asBrand('PUT', `/api/brand/conversions/${conversion}/review`, { decision: 'approved' });
  const opened: Body = await callerOf(payee.token)('POST', '/api/payouts/accounts', {
    provider: 'cardproc_connect',
    ...account,
  });
  const accountId = String(opened.account.id);
  const path = `/api/admin/payouts/accounts/${accountId}/verification`;
  await asAdmin('PUT', path, { is_verified: true });
  return { ...payee, accountId };
}

/** A payout that fails, is retried and paid, and what the provider reports of it. */
export async function visitPayouts(tour: Tour, campaign: Campaign): Promise<void> {
  const { client, callerOf } = tour;
  const payee = await openPayee(tour, campaign, { cardproc_account_id: 'acct_temporary' });
  const asPayee = callerOf(payee.token);
  const requested = await asPayee('POST', '/api/affiliate/payouts/request', {
    amount: 60,
    payment_method_id: payee.accountId,
  });
  const path = `/api/payouts/${String(requested.payout_id)}`;
  const until = (status: string): Promise<Body> =>
    client.until(
      path,
      { token: payee.token },
      ({ payout }) => payout.status === status,
      PATIENCE_MS,
    );
  await until('failed');
  await asPayee('POST', `${path}/retry`, {});
  await until('completed');
  await asPayee('GET', '/api/commissions/payment-history');
  await reportToCallback(tour);
}

/** Sends what the card processor sends once it has verified an account. */
async function reportToCallback({ client }: Tour): Promise<void> {
  const text = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'account.updated',
    created: Math.floor(Date.now() / 1_000),
    data: { object: { id: 'acct_ok', object: 'account', payouts_enabled: true } },
  });
  const time = String(Math.floor(Date.now() / 1_000));
  const hmac = createHmac('sha256', 'sandbox-cardproc-webhook-secret').update(`${time}.${text}`);
  await client.must('POST', '/api/payouts/callbacks/cardproc_connect', {
    text,
    headers: { 'cardproc-signature': `t=${time},v1=${hmac.digest('hex')}` },
  });
}

/** A scheduled run, which an operator's command begins early. */
export async function visitPayoutRun(tour: Tour, campaign: Campaign): Promise<void> {
  const { system, engines, client, admin, asAdmin } = tour;
  await openPayee(tour, campaign, {
    cardproc_account_id: 'acct_daily',
    payout_frequency: 'daily',
  });
  const program = 'services/payout/src/cli/payouts.ts';
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    NAMESPACE: system.namespace,
    MONGO_URL: engines.mongoUrl,
    KAFKA_BROKERS: engines.kafkaBrokers,
    REDIS_URL: engines.redisUrl,
  };
  const options = { cwd: repositoryRoot(), env };
  await promisify(execFile)(process.execPath, [program, 'run', 'daily'], options);
  const isPaid = ({ batches }: Body): boolean => batches[0]?.status === 'completed';
  const list = '/api/admin/payouts/batches?limit=2';
  const { batches } = await client.until(list, { token: admin }, isPaid, PATIENCE_MS);
  await asAdmin('GET', ofOne(batches[0].id, '/api/admin/payouts/batches/:id'));
}
