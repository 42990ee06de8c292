/**
 * Backs a running system up under load, restores it into an empty installation, and compares.
 * `npm run tool -- restore-drill [--orders 300]`: starts a system, sends clicks, orders, approvals and payouts, backs it up while
 * clicks, orders and approvals continue, and restores the backup under another namespace. Prints and compares: every balance at the
 * moment of the backup, the invariants of `npm run verify` on the restored system, and its books before and after all events of the
 * backup were published a second time. Exit code 1 if anything differs.
 */
import { parseArgs } from 'node:util';
import { restoreDrill } from '../chaos/restore-drill.ts';
import { withOwnEngines } from '../chaos/with-own-system.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '300' } } });

await withOwnEngines(async (engines) => {
  const isWhole = await restoreDrill(engines, Number(values.orders));
  process.exitCode = isWhole ? 0 : 1;
});
