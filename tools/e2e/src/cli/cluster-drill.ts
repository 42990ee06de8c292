import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf, repositoryRoot } from '@tributary/engines';
import { print } from '../chaos/report.ts';
import { removeDrill, runDrill } from '../cluster/drill.ts';
import { openKubectl } from '../cluster/kubectl.ts';
import { writeOverlays } from '../cluster/overlay.ts';
import { isPassed, reportOf } from '../cluster/report.ts';

const USAGE = `Runs the production overlay with two replicas in a Kubernetes cluster, and restarts all of it under load

  npm run tool -- cluster-drill --registry PREFIX --tag TAG [--context NAME] [--gateway URL] [--together N] [--record] [--keep]

The images PREFIX/gateway:TAG, PREFIX/identity:TAG … and PREFIX/sandbox:TAG are built as docs/operations.md states, the sandbox
with SERVICE=sandbox; the nodes have or pull them. In namespaces of its own (tributary-drill…), which are deleted afterwards unless --keep is given, it runs
engines of one node, takes an order from its click to its payout, sends a pod to the inner ports, and restarts each Deployment
and StatefulSet while people call every service. --gateway is where this machine reaches the gateway, by default a
node's address and port. --together restarts N workloads at the same time (1). --record writes docs/cluster-drill.md. Exit code 1 where a call failed, an order is missing, an invariant
is broken, or a port is open.`;

const PAGE = `# A drill in a cluster

Written by \`npm run tool -- cluster-drill --record\`: the production overlay in a Kubernetes cluster, with TLS between services and the limits, probes, budgets
and autoscalers that it has. It differs from production in this: engines of one node without TLS, a sandbox for payment providers, small requests for CPU, no limits on calls, and
an administrator without a second factor.

`;

const { values } = parseArgs({
  options: {
    registry: { type: 'string', default: 'tributary' },
    tag: { type: 'string', default: '0.1.0' },
    context: { type: 'string' },
    gateway: { type: 'string' },
    together: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});

async function main(): Promise<boolean> {
  const { registry, tag, context, gateway: gatewayUrl } = values;
  const together = Number(values.together);
  const kubectl = openKubectl(context);
  const directory = mkdtempSync(join(tmpdir(), 'tributary-drill-'));
  try {
    await removeDrill(kubectl);
    const images = { registry, tag };
    const overlays = await writeOverlays(directory, images);
    const drill = await runDrill(kubectl, overlays, { images, gatewayUrl, together });
    const report = reportOf(drill);
    print(report);
    if (values.record)
      writeFileSync(join(repositoryRoot(), 'docs/cluster-drill.md'), PAGE + report);
    return isPassed(drill);
  } finally {
    rmSync(directory, { recursive: true, force: true });
    if (!values.keep) await removeDrill(kubectl);
  }
}

if (values.help === true) print(USAGE);
else {
  try {
    process.exitCode = (await main()) ? 0 : 1;
  } catch (error) {
    print(messageOf(error));
    process.exitCode = 1;
  }
}
