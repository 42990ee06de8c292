import { eventually } from '@tributary/testing';
import { type DrilledAlert, type Prometheus } from '@tributary/observe';
import { print } from '../chaos/report.ts';
import { type Fault } from './faults.ts';
import { type FaultyWorld } from './world.ts';

/** The promise to operators. */
export const FIRES_WITHIN_S = 120;
const WAIT_FOR_FIRE_MS = 300_000;
/** The longest window of a rule, and some time for its fault to end. */
const CLEARS_WITHIN_MS = 1_200_000;
const CHECK_EVERY_MS = 1_000;

/** Whether the alert of a fault fires. */
async function isFiring(prometheus: Prometheus, { alert, labels = {} }: Fault): Promise<boolean> {
  const active = await prometheus.activeAlerts();
  return active.some(
    (one) =>
      one.state === 'firing' &&
      one.labels['alertname'] === alert &&
      Object.entries(labels).every(([name, value]) => one.labels[name] === value),
  );
}

/** Waits for a state of the alert. @returns how long that took, s; undefined where it did not come */
async function secondsUntil(
  prometheus: Prometheus,
  fault: Fault,
  { isFired, withinMs }: { isFired: boolean; withinMs: number },
): Promise<number | undefined> {
  const startedAt = performance.now();
  const limits = { timeoutMs: withinMs, everyMs: CHECK_EVERY_MS };
  const check = async () => (await isFiring(prometheus, fault)) === isFired;
  const hasCome = await eventually(check, limits).catch(() => false);
  return hasCome ? Math.round((performance.now() - startedAt) / 1_000) : undefined;
}

interface Cleared {
  readonly drilled: Omit<DrilledAlert, 'clearedAfterS'>;
  readonly clearedAfterS: Promise<number | undefined>;
}

/** Plants one fault and ends it when its alert fires. The alert's end is awaited while other faults are planted. */
async function drill(world: FaultyWorld, prometheus: Prometheus, fault: Fault): Promise<Cleared> {
  const { title, alert } = fault;
  // An earlier fault may have caused it as well.
  const quiet = { isFired: false, withinMs: CLEARS_WITHIN_MS };
  if ((await secondsUntil(prometheus, fault, quiet)) === undefined) {
    throw new Error(`${alert} fires before ${title}`);
  }
  const heal = await fault.plant(world);
  const firing = { isFired: true, withinMs: WAIT_FOR_FIRE_MS };
  const firedAfterS = await secondsUntil(prometheus, fault, firing);
  await heal();
  print(
    `${title}: ${alert} ${firedAfterS === undefined ? 'did not fire' : `fired after ${String(firedAfterS)} s`}`,
  );
  return {
    drilled: { fault: title, alert, firedAfterS: firedAfterS ?? null },
    clearedAfterS: secondsUntil(prometheus, fault, quiet),
  };
}

/** Plants the faults one after the other. */
export async function drillAlerts(
  world: FaultyWorld,
  prometheus: Prometheus,
  faults: readonly Fault[],
): Promise<readonly DrilledAlert[]> {
  const cleared: Cleared[] = [];
  for (const fault of faults) cleared.push(await drill(world, prometheus, fault));
  return Promise.all(
    cleared.map(async ({ drilled, clearedAfterS }) => {
      const seconds = (await clearedAfterS) ?? null;
      print(`${drilled.alert} ended ${seconds === null ? 'NOT' : `after ${String(seconds)} s`}`);
      return { ...drilled, clearedAfterS: seconds };
    }),
  );
}
