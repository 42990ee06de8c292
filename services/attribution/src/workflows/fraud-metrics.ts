import { conversionMetrics, registerGauge } from '@tributary/metrics';
import { type Platform } from '@tributary/service';
import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { type DriftDocument } from '../store/fraud-collections.ts';

/** A comparison that is older states nothing any more: orders are too few. */
const VALID_MS = 3 * DAY_MS;

/**
 * Registers the gauge of the last night's drift, which is read from the database once a minute at most. It keeps its
 * values while the database is away, which has alerts of its own.
 */
export function watchDrift(
  { clock, metrics }: Pick<Platform, 'clock' | 'metrics'>,
  listDrifts: () => Promise<readonly DriftDocument[]>,
): void {
  let freshUntil = 0;
  registerGauge(metrics.registry, conversionMetrics.fraudDrift, async (gauge) => {
    const now = clock.now().getTime();
    if (now < freshUntil) return;
    freshUntil = now + MINUTE_MS;
    const drifts = await listDrifts().catch(() => undefined);
    if (drifts === undefined) return;
    const latest = drifts.find(({ at }) => now - at.getTime() < VALID_MS);
    gauge.set({ of: 'scores' }, latest?.scoreIndex ?? 0);
    gauge.set({ of: 'factors' }, Math.max(0, ...(latest?.factors ?? []).map(({ index }) => index)));
  });
}
