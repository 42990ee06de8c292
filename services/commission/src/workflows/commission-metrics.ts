import {
  conversionMetrics,
  type Gauge,
  moneyMetrics,
  registerGauge,
  registerHistogram,
} from '@tributary/metrics';
import type { Platform } from '@tributary/service';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import type { BalanceField } from '../domain/balance.ts';
import type { BalanceSum } from '../store/balance-sums.ts';

type Parts = Pick<Platform, 'clock' | 'metrics'>;

const accounts: readonly (readonly [account: string, field: BalanceField])[] = [
  ['pending', 'pendingMinor'],
  ['available', 'availableMinor'],
  ['reserved', 'reservedMinor'],
  ['paid', 'paidMinor'],
  ['debt', 'debtMinor'],
];

/**
 * Registers the gauge of the ledger's balances, which is read from the database once a minute at most. It keeps its
 * values while the database is away, which has alerts of its own.
 */
export function watchBalances(
  { clock, metrics }: Parts,
  readSums: () => Promise<readonly BalanceSum[]>,
): void {
  let freshUntil = 0;
  registerGauge(metrics.registry, moneyMetrics.balances, async (gauge) => {
    const now = clock.now().getTime();
    if (now < freshUntil) return;
    freshUntil = now + MINUTE_MS;
    for (const sum of await readSums().catch(() => [])) show(gauge, sum);
  });
}

function show(gauge: Gauge<'account' | 'currency'>, sum: BalanceSum): void {
  for (const [account, field] of accounts)
    gauge.set({ account, currency: sum.currency }, sum[field]);
}

/** Registers the delay after which affiliates see a conversion. @returns what observes one */
export function observeVisible({ clock, metrics }: Parts) {
  const delay = registerHistogram(metrics.registry, conversionMetrics.visibleDelay);
  return ({ createdAt }: { readonly createdAt: string }): void => {
    delay.observe(Math.max(0, clock.now().getTime() - Date.parse(createdAt)) / SECOND_MS);
  };
}
