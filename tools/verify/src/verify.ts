import { setTimeout as pause } from 'node:timers/promises';
import { auditChecks } from './checks/audit.ts';
import { clickChecks } from './checks/clicks.ts';
import { commissionChecks } from './checks/commissions.ts';
import { eventChecks } from './checks/events.ts';
import { ledgerChecks } from './checks/ledger.ts';
import { payoutChecks } from './checks/payouts.ts';
import { type Check, type Finding, SHOWN, type SystemData } from './system-data.ts';

/** Every invariant. */
export const allChecks: readonly Check[] = [
  ...eventChecks,
  ...clickChecks,
  ...commissionChecks,
  ...ledgerChecks,
  ...payoutChecks,
  ...auditChecks,
];

const RETRY_EVERY_MS = 500;

/** Events take a moment to arrive: repeats a failing check until it holds or the time is up. */
async function settle(
  check: Check,
  systemData: SystemData,
  settleWithinMs: number,
): Promise<Finding> {
  const until = performance.now() + settleWithinMs;
  for (;;) {
    const finding = await check.run(systemData);
    if (finding.problems.length === 0 || performance.now() > until) return finding;
    await pause(RETRY_EVERY_MS);
  }
}

/**
 * Checks every invariant and prints the results line by line. Returns the number of those that do not hold.
 * @param settleWithinMs the time that all checks together may wait for pending work
 */
export async function verify(
  systemData: SystemData,
  print: (line: string) => void,
  settleWithinMs: number,
  selected: readonly Check[] = allChecks,
): Promise<number> {
  const started = performance.now();
  let failed = 0;
  for (const check of selected) {
    const leftMs = Math.max(0, settleWithinMs - (performance.now() - started));
    const { checked, problems } = await settle(check, systemData, leftMs);
    print(`${problems.length === 0 ? 'holds ' : 'FAILS '} ${check.name} (${String(checked)})`);
    for (const problem of problems.slice(0, SHOWN)) print(`       ${problem}`);
    if (problems.length > SHOWN) print(`       and ${String(problems.length - SHOWN)} more`);
    if (problems.length > 0) failed += 1;
  }
  return failed;
}
