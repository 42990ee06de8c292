import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { as, buy, decide, join, type Step, type World } from './world.ts';

type Payee = 'affiliate' | 'payee' | 'decliningPayee';

/** An order that earns 60.00. */
async function earn(world: World, trackingCode = world.made.trackingCode): Promise<string> {
  const { orderId, conversionId } = await buy(world, '600.00', trackingCode);
  await decide(world, conversionId, 'approved');
  return orderId;
}

/** A payout account that an administrator has verified. */
async function open(world: World, payee: Payee, wanted: object): Promise<string> {
  const { account } = await as(world, payee)('POST', '/api/payouts/accounts', wanted);
  const path = `/api/admin/payouts/accounts/${account.id}/verification`;
  await as(world, 'admin')('PUT', path, { is_verified: true });
  return account.id;
}

const card = (destination: string) => ({
  provider: 'cardproc_connect',
  cardproc_account_id: destination,
});

async function ask(world: World, accountId: string): Promise<string> {
  const body = { amount: 60, payment_method_id: accountId };
  const path = '/api/affiliate/payouts/request';
  return (await as(world, 'affiliate')('POST', path, body)).payout_id;
}

/** Begins the scheduled run of the next day now, as operators can. */
async function beginDailyRun({ system }: World): Promise<void> {
  const program = 'services/payout/src/cli/payouts.ts';
  const env = { ...process.env, NODE_ENV: 'development', NAMESPACE: system.namespace };
  const options = { cwd: repositoryRoot(), env };
  await promisify(execFile)(process.execPath, [program, 'run', 'daily'], options);
}

export const requestSteps: readonly Step[] = [
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider pays',
    makes: [
      'payment.initiated',
      'payment.processing',
      'payment.completed',
      'payout.completed',
      'commission.paid',
    ],
    heardBy: ['affiliate'],
    run: async (world) => {
      await earn(world);
      world.made.accountId = await open(world, 'affiliate', card('acct_ok'));
      return ask(world, world.made.accountId);
    },
  },
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider declines',
    makes: ['payment.failed', 'payout.failed'],
    heardBy: ['affiliate'],
    run: async (world) => {
      await earn(world);
      return ask(world, await open(world, 'affiliate', card('acct_declined')));
    },
  },
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider pays and takes back',
    makes: ['payment.refunded'],
    heardBy: ['affiliate'],
    run: async (world) => ask(world, await open(world, 'affiliate', card('acct_reversed'))),
  },
  {
    operation: 'POST /api/payouts/create, to an account that was changed before',
    makes: ['suspicious.activity'],
    heardBy: ['affiliate'],
    run: async (world) => {
      const affiliate = as(world, 'affiliate');
      const orderId = await earn(world);
      const commissions: { id: string; order_id: string }[] = await affiliate(
        'GET',
        '/api/affiliate/commissions',
      );
      const ids = commissions.filter(({ order_id }) => order_id === orderId).map(({ id }) => id);
      const path = `/api/payouts/accounts/${world.made.accountId}`;
      await affiliate('PUT', path, { is_default: true });
      const asked = { amount: 60, commission_ids: ids };
      return (await affiliate('POST', '/api/payouts/create', asked)).payout.id;
    },
  },
];

/** Of other payees than those above, which may be paid meanwhile. */
export const scheduleSteps: readonly Step[] = [
  {
    operation: 'npm run tool -- payouts run daily, where one provider pays and the other declines',
    makes: [
      'payout.batch.created',
      'payout.batch.processing',
      'payout.batch.completed',
      'payout.batch.failed',
    ],
    heardBy: ['admin'],
    run: async (world) => {
      const wallet = { provider: 'walletco_payouts', walletco_email: 'declined@example.com' };
      const accounts = [
        ['payee', card('acct_daily')],
        ['decliningPayee', wallet],
      ] as const;
      for (const [payee, account] of accounts) {
        await earn(world, await join(world, payee, world.made.campaignId));
        await open(world, payee, { ...account, payout_frequency: 'daily' });
      }
      await beginDailyRun(world);
      // Batches have no id yet.
      return '"frequency":"daily"';
    },
  },
];
