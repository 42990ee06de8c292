import { moneyMetrics } from '@tributary/metrics';
import { type Alert } from '../alert.ts';
import { fires, one, quiet } from '../cases.ts';

/** Payouts that wait, and books that differ. */
export const moneyAlerts: readonly Alert[] = [
  {
    name: 'BooksDiffer',
    severity: 'page',
    expr: `max by (provider) (${moneyMetrics.bookDifferences.name}) > 0`,
    forMinutes: 0,
    summary: 'The provider’s list, our payouts and the ledger disagree',
    meaning:
      'Money moved that a book does not know, or a book has money that did not move. The objective is none.',
    look: '`npm run tool -- payouts reconcile` names each difference; `npm run verify`.',
    remedy:
      'Stop payouts of this provider, keep a backup of the state, and compare the named records with the provider’s books before anything is corrected.',
    cases: [
      fires(one('payout_reconcile_differences{service="payout",provider="cardproc"}', '0 1'), 1, {
        provider: 'cardproc',
      }),
      quiet(one('payout_reconcile_differences{service="payout",provider="cardproc"}', '0x5'), 4),
    ],
  },
  {
    name: 'PayoutRunsStuck',
    severity: 'page',
    expr: `max by (frequency) (${moneyMetrics.stuckRuns.name}) > 0`,
    forMinutes: 2,
    summary: 'A scheduled run of payouts was not opened, or not collected, in time',
    meaning: 'Affiliates are paid late.',
    look: 'The worker of payout and its log.',
    remedy: 'Start the worker: a late run is made up for, once.',
    cases: [
      fires(one('payout_runs_stuck{frequency="weekly"}', '1x10'), 5, { frequency: 'weekly' }),
      quiet(one('payout_runs_stuck{frequency="weekly"}', '0x10'), 5),
    ],
  },
  {
    name: 'PayoutBatchesStuck',
    severity: 'page',
    expr: `max by (status) (${moneyMetrics.stuckBatches.name}) > 0`,
    forMinutes: 2,
    summary: 'A batch of payouts has not begun, or not ended, in time',
    meaning: 'Affiliates are paid late.',
    look: 'The log of payout; payouts in their steps on the board “Money”.',
    remedy:
      'Bring the provider back; the batch goes on by itself. Do not pay by hand before `npm run tool -- payouts reconcile` shows that the provider has not.',
    cases: [
      fires(one('payout_batches_stuck{status="running"}', '2x10'), 5, { status: 'running' }),
      quiet(one('payout_batches_stuck{status="running"}', '0x10'), 5),
    ],
  },
  {
    name: 'ProviderCircuitOpen',
    severity: 'ticket',
    expr: `max by (provider) (${moneyMetrics.circuitOpen.name}) > 0`,
    forMinutes: 1,
    summary: 'A payment provider fails repeatedly',
    meaning:
      'Its payouts wait. No call is made but one now and then that finds out whether it is back.',
    look: 'The provider’s own status page.',
    remedy: 'Wait. Payouts go on by themselves, none twice.',
    cases: [
      fires(one('payout_provider_circuit_open{provider="cardproc"}', '1x10'), 4, {
        provider: 'cardproc',
      }),
      quiet(one('payout_provider_circuit_open{provider="cardproc"}', '1 0x9'), 4),
    ],
  },
];
