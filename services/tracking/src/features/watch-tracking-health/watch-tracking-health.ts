import { trackingAlarmEnded, trackingAlarmRaised } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { decideAlarms } from '../../domain/tracking-health.ts';
import { readTrackingHealth } from '../../workflows/read-tracking-health.ts';

/** What a brand's last days are compared with. */
const WATCHED_DAYS = 14;

type WatchDeps = Pick<
  Deps,
  'clock' | 'shopSightings' | 'trackingAlarms' | 'trackingHealth' | 'transaction'
>;

/** Compares a brand's last days with those before, and publishes each alarm once when it begins and once when it ends. */
export async function watchTrackingHealth(deps: WatchDeps, brandId: string): Promise<void> {
  const { days } = await readTrackingHealth(deps, { brandId }, WATCHED_DAYS);
  const now = deps.clock.now();
  await deps.transaction(async ({ trackingAlarms, outbox }) => {
    const { raised, ended, open } = decideAlarms(await trackingAlarms.list(brandId), days, now);
    if (raised.length === 0 && ended.length === 0) return;
    await trackingAlarms.replace(brandId, open);
    for (const { kind, since } of raised)
      await outbox.add(trackingAlarmRaised({ brandId, kind, since: since.toISOString() }));
    for (const { kind, since } of ended) {
      const alarm = { brandId, kind, since: since.toISOString() };
      await outbox.add(trackingAlarmEnded({ ...alarm, endedAt: now.toISOString() }));
    }
  });
}

/** Watches every brand that had an order lately, one after the other. @param report gets what failed for a brand */
export async function watchAllBrands(
  deps: WatchDeps,
  report: (error: unknown, brandId: string) => void,
): Promise<void> {
  const since = deps.clock.now().getTime() - WATCHED_DAYS * DAY_MS;
  let next = await deps.trackingAlarms.findBrandAfter('');
  while (next !== undefined) {
    const { brandId, lastOrderAt } = next;
    if (lastOrderAt.getTime() >= since)
      await watchTrackingHealth(deps, brandId).catch((error: unknown) => report(error, brandId));
    next = await deps.trackingAlarms.findBrandAfter(brandId);
  }
}
