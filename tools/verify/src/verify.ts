import { setTimeout as pause } from 'node:timers/promises';
import { commissionChecks } from './checks/commissions.ts';
import { eventChecks } from './checks/events.ts';
import { ledgerChecks } from './checks/ledger.ts';
import { payoutChecks } from './checks/payouts.ts';
import { type Check, type Finding, SHOWN, type World } from './world.ts';

const checks: readonly Check[] = [
  ...eventChecks,
  ...commissionChecks,
  ...ledgerChecks,
  ...payoutChecks,
];

const LOOK_EVERY_MS = 500;

/** Facts travel for a moment: a check that fails is repeated until it holds or patience ends. */
async function settle(check: Check, world: World, patienceMs: number): Promise<Finding> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const finding = await check.run(world);
    if (finding.problems.length === 0 || performance.now() > until) return finding;
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Checks every invariant and says what it finds, line by line. Returns how many do not hold.
 * @param patienceMs how long what is still under way may take to settle, in all
 */
export async function verify(
  world: World,
  say: (line: string) => void,
  patienceMs: number,
): Promise<number> {
  const started = performance.now();
  let failed = 0;
  for (const check of checks) {
    const left = Math.max(0, patienceMs - (performance.now() - started));
    const { looked, problems } = await settle(check, world, left);
    say(`${problems.length === 0 ? 'holds ' : 'FAILS '} ${check.name} (${String(looked)})`);
    for (const problem of problems.slice(0, SHOWN)) say(`       ${problem}`);
    if (problems.length > SHOWN) say(`       and ${String(problems.length - SHOWN)} more`);
    if (problems.length > 0) failed += 1;
  }
  return failed;
}
