/**
 * Upgrades a system from the code of an older commit, and takes the upgrade back.
 * `npm run tool -- upgrade-drill --from REF [--orders 60]`: checks REF out into a folder of its own and starts its system, which
 * sells, approves and pays; then the newest code on the same data, the older code on what the newest stored (as in a rolling
 * deploy), and the newest again. After each step the invariants of `npm run verify` are checked. Exit code 1 if any is broken.
 */
import { parseArgs } from 'node:util';
import { withCheckout } from '../chaos/system-of-checkout.ts';
import { upgradeDrill } from '../chaos/upgrade-drill.ts';
import { withOwnEngines } from '../chaos/with-own-system.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, orders: { type: 'string', default: '60' } },
});
const { from } = values;
if (from === undefined) {
  process.stderr.write('Name the older commit: npm run tool -- upgrade-drill --from REF\n');
  process.exitCode = 2;
} else {
  await withCheckout(from, (root) =>
    withOwnEngines(async (engines) => {
      const isWhole = await upgradeDrill(engines, root, Number(values.orders));
      process.exitCode = isWhole ? 0 : 1;
    }),
  );
}
