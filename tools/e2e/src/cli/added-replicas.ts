/**
 * Measures what a second and a third replica of tracking's edge and worker add, and whether they do anything twice.
 * `npm run tool -- added-replicas [--seconds 20]`: three instances of the system on one machine, of which the second and third run
 * these two processes alone. Each of them gets a small part of a core (cgroups version 1, as root), so that they are full before the
 * machine is. Visitors follow links as fast as they are answered, beside orders and approvals, some sent twice. Exit code 1 if
 * anything was lost, doubled or wrong.
 */
import { parseArgs } from 'node:util';
import { addReplicas } from '../chaos/added-replicas.ts';
import { openCpuQuotas } from '../chaos/cpu-quota.ts';
import { SETTINGS_UNDER_LOAD } from '../chaos/load.ts';
import { withReplicas } from '../chaos/replicas.ts';
import { print, sectionOf } from '../chaos/report.ts';
import { withOwnEngines } from '../chaos/with-own-system.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });

const quotas = openCpuQuotas(`tributary-${String(process.pid)}`);

await withOwnEngines(async (engines) => {
  const options = { quotas, seconds: Number(values.seconds) };
  const report = await withReplicas(
    engines,
    SETTINGS_UNDER_LOAD,
    (replicas) => addReplicas(replicas, engines, options),
    { count: 3 },
  );
  print(sectionOf(report));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
});
quotas.close();
