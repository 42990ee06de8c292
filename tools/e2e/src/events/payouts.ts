import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { as, buy, decide, join, type Step, type Scenario } from './scenario.ts';

type Payee = 'affiliate' | 'payee' | 'decliningPayee';

/** An order that earns 60.00. */
async function earn(
  scenario: Scenario,
  trackingCode = scenario.made.trackingCode,
): Promise<string> {
  const { orderId, conversionId } = await buy(scenario, '600.00', trackingCode);
  await decide(scenario, conversionId, 'approved');
  return orderId;
}

/** Creates a payout account that an administrator verifies. */
async function openAccount(scenario: Scenario, payee: Payee, account: object): Promise<string> {
  const { account: opened } = await as(scenario, payee)('POST', '/api/payouts/accounts', account);
  const path = `/api/admin/payouts/accounts/${opened.id}/verification`;
  await as(scenario, 'admin')('PUT', path, { is_verified: true });
  return opened.id;
}

const card = (destination: string) => ({
  provider: 'cardproc_connect',
  cardproc_account_id: destination,
});

async function requestPayout(scenario: Scenario, accountId: string): Promise<string> {
  const body = { amount: 60, payment_method_id: accountId };
  const path = '/api/affiliate/payouts/request';
  return (await as(scenario, 'affiliate')('POST', path, body)).payout_id;
}

/** Starts the next daily run now by the operators' command. */
async function beginDailyRun({ system }: Scenario): Promise<void> {
  const program = 'services/payout/src/cli/payouts.ts';
  const env = { ...process.env, NODE_ENV: 'development', NAMESPACE: system.namespace };
  const options = { cwd: repositoryRoot(), env };
  await promisify(execFile)(process.execPath, [program, 'run', 'daily'], options);
}

export const requestSteps: readonly Step[] = [
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider pays',
    publishes: [
      'payment.initiated',
      'payment.processing',
      'payment.completed',
      'payout.completed',
      'commission.paid',
    ],
    notifies: ['affiliate'],
    run: async (scenario) => {
      await earn(scenario);
      // All before the first payout: payouts to an account that is added later are held.
      scenario.made.decliningAccountId = await openAccount(
        scenario,
        'affiliate',
        card('acct_declined'),
      );
      scenario.made.reversingAccountId = await openAccount(
        scenario,
        'affiliate',
        card('acct_reversed'),
      );
      scenario.made.accountId = await openAccount(scenario, 'affiliate', card('acct_ok'));
      return requestPayout(scenario, scenario.made.accountId);
    },
  },
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider declines',
    publishes: ['payment.failed', 'payout.failed'],
    notifies: ['affiliate'],
    run: async (scenario) => {
      await earn(scenario);
      return requestPayout(scenario, scenario.made.decliningAccountId);
    },
  },
  {
    operation: 'POST /api/affiliate/payouts/request, which the provider pays and takes back',
    publishes: ['payment.refunded'],
    notifies: ['affiliate'],
    run: (scenario) => requestPayout(scenario, scenario.made.reversingAccountId),
  },
  {
    operation: 'POST /api/payouts/create, to an account that was changed before',
    publishes: ['suspicious.activity'],
    notifies: ['affiliate'],
    run: async (scenario) => {
      const affiliate = as(scenario, 'affiliate');
      const orderId = await earn(scenario);
      const commissions: { id: string; order_id: string }[] = await affiliate(
        'GET',
        '/api/affiliate/commissions',
      );
      const ids = commissions.filter(({ order_id }) => order_id === orderId).map(({ id }) => id);
      const path = `/api/payouts/accounts/${scenario.made.accountId}`;
      await affiliate('PUT', path, { is_default: true, minimum_payout_amount: 55 });
      const request = { amount: 60, commission_ids: ids };
      return (await affiliate('POST', '/api/payouts/create', request)).payout.id;
    },
  },
];

/** Uses other payees than the steps above, which may run at the same time. */
export const scheduleSteps: readonly Step[] = [
  {
    operation: 'npm run tool -- payouts run daily, where one provider pays and the other declines',
    publishes: [
      'payout.batch.created',
      'payout.batch.processing',
      'payout.batch.completed',
      'payout.batch.failed',
    ],
    notifies: ['admin'],
    run: async (scenario) => {
      const wallet = { provider: 'walletco_payouts', walletco_email: 'declined@example.com' };
      const accounts = [
        ['payee', card('acct_daily')],
        ['decliningPayee', wallet],
      ] as const;
      for (const [payee, account] of accounts) {
        await earn(scenario, await join(scenario, payee, scenario.made.campaignId));
        await openAccount(scenario, payee, { ...account, payout_frequency: 'daily' });
      }
      await beginDailyRun(scenario);
      // Batches have no id yet.
      return '"frequency":"daily"';
    },
  },
];
