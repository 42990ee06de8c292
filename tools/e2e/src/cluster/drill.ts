import { Client, createFixture, type Fixture } from '../client.ts';
import { isFailure, print } from '../chaos/report.ts';
import { takeOrder } from '../secured/take-order.ts';
import { violationsOf } from '../system.ts';
import { type Kubectl } from './kubectl.ts';
import { startLoad } from './load.ts';
import { type Images, NAMESPACE, OUTSIDE, type Overlays } from './overlay.ts';
import { type Drill, type Restarted } from './report.ts';
import { sendStranger, STRANGERS } from './stranger.ts';
import { awaitReplicas, listWorkloads, restart } from './workloads.ts';

const SETTLE_WITHIN_MS = 180_000;

export interface DrillOptions {
  readonly images: Images;
  /** Where this machine reaches the gateway; a port of a node by default. */
  readonly gatewayUrl: string | undefined;
  /** How many workloads are restarted at the same time. */
  readonly together: number;
}

/** Runs `work`. @returns its result, and how long it took, s */
async function timedWork<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Files outside the folder are its copy of deploy/. */
async function apply(kubectl: Kubectl, folder: string): Promise<void> {
  const rendered = await kubectl.run([
    'kustomize',
    '--load-restrictor=LoadRestrictionsNone',
    folder,
  ]);
  await kubectl.run(['apply', '-f', '-'], rendered);
}

async function start(kubectl: Kubectl, { outside, system }: Overlays): Promise<void> {
  await apply(kubectl, outside);
  const names = (await kubectl.list(['-n', OUTSIDE, 'deployments'])).map(
    ({ metadata }) => metadata,
  );
  for (const { name } of names) {
    await kubectl.run(['-n', OUTSIDE, 'rollout', 'status', `deployment/${name}`, '--timeout=300s']);
  }
  print('The engines and the sandbox run');
  await apply(kubectl, system);
  await awaitReplicas(kubectl);
}

async function gatewayAtNode(kubectl: Kubectl): Promise<string> {
  const [node] = await kubectl.list(['nodes']);
  const services = await kubectl.list(['-n', NAMESPACE, 'services']);
  const gateway = services.find(({ metadata }) => metadata.name === 'gateway');
  const addresses = node?.status.addresses as { type: string; address: string }[];
  const address = addresses.find(({ type }) => type === 'InternalIP')?.address ?? '';
  const ports = gateway?.spec.ports as { name: string; nodePort: number }[];
  const port = ports.find(({ name }) => name === 'http')?.nodePort ?? 0;
  return `http://${address}:${String(port)}`;
}

/** The cluster's version, nodes and size in one line. */
async function describe(kubectl: Kubectl): Promise<string> {
  const nodes = await kubectl.list(['nodes']);
  const { nodeInfo, capacity } = nodes[0]?.status ?? {};
  const memory = (Number.parseInt(String(capacity.memory), 10) / 1_048_576).toFixed(0);
  return `Kubernetes ${String(nodeInfo.kubeletVersion)}, ${String(nodes.length)} node(s), ${String(capacity.cpu)} CPUs and ${memory} GiB each`;
}

/** Restarts some workloads after the other while people call every service. */
async function restartAll(kubectl: Kubectl, client: Client, fixture: Fixture, together: number) {
  const load = await startLoad(client, fixture);
  const restarts: Restarted[] = [];
  const waiting = await listWorkloads(kubectl);
  while (waiting.length > 0) {
    const workloads = waiting.splice(0, together);
    // No token is to end while the load runs.
    for (const person of [fixture.brand, fixture.affiliate]) await client.signIn(person);
    const { seconds } = await timedWork(() =>
      Promise.all(workloads.map((workload) => restart(kubectl, workload))),
    );
    const answers = load.take();
    restarts.push({ workloads, seconds, answers });
    const failed = answers.filter(isFailure);
    const counts = `${String(failed.length)} of ${String(answers.length)} calls failed`;
    const calls = failed.map(
      ({ call, status, error = '' }) => `\n  ${call} ${String(status)} ${error}`,
    );
    print(`${workloads.join(', ')}: ${seconds.toFixed(0)} s, ${counts}${calls.join('')}`);
  }
  return { restarts, accepted: await load.stop() };
}

/** The invariants that do not hold, read through ports of this machine. */
async function brokenInvariants(
  kubectl: Kubectl,
  { providerKeys }: Pick<Overlays, 'providerKeys'>,
): Promise<string[]> {
  const mongo = await kubectl.forward(OUTSIDE, 'mongo', 27_017);
  const sandbox = await kubectl.forward(OUTSIDE, 'sandbox', 4900);
  try {
    const mongoUrl = `mongodb://127.0.0.1:${String(mongo.port)}/?directConnection=true`;
    const sandboxUrl = `http://127.0.0.1:${String(sandbox.port)}`;
    const places = { mongoUrl, namespace: '', sandboxUrl, providerKeys };
    return await violationsOf(places, SETTLE_WITHIN_MS);
  } finally {
    mongo.close();
    sandbox.close();
  }
}

/** Uses a running system as people do, and restarts all of it under load. */
export async function useSystem(
  kubectl: Kubectl,
  overlays: Pick<Overlays, 'credentials' | 'providerKeys'>,
  { images, gatewayUrl, together }: DrillOptions,
): Promise<Omit<Drill, 'cluster' | 'date' | 'startS'>> {
  const baseUrl = gatewayUrl ?? (await gatewayAtNode(kubectl));
  const client = new Client({ baseUrl }, overlays.credentials);
  const { seconds: orderS } = await timedWork(() => takeOrder(client));
  print(`An order went from its click to its payout in ${orderS.toFixed(0)} s`);
  const reach = await sendStranger(kubectl, images);
  const fixture = await createFixture(client);
  const { restarts, accepted } = await restartAll(kubectl, client, fixture, together);
  const token = fixture.brand.token;
  const { data } = await client.must('GET', '/api/brand/conversions', { token });
  const orders = { accepted, listed: Number(data.pagination.total) };
  return { orderS, reach, restarts, orders, violations: await brokenInvariants(kubectl, overlays) };
}

/** Runs the system of these overlays in a cluster and uses it. */
export async function runDrill(
  kubectl: Kubectl,
  overlays: Overlays,
  options: DrillOptions,
): Promise<Drill> {
  const cluster = await describe(kubectl);
  print(cluster);
  const { seconds: startS } = await timedWork(() => start(kubectl, overlays));
  print(`Two replicas of everything are ready after ${startS.toFixed(0)} s`);
  const shown = await useSystem(kubectl, overlays, options);
  return { cluster, date: new Date().toISOString().slice(0, 10), startS, ...shown };
}

/** Deletes all that a drill has made. */
export async function removeDrill(kubectl: Kubectl): Promise<void> {
  const namespaces = [STRANGERS, NAMESPACE, OUTSIDE];
  await kubectl.run(['delete', 'namespace', ...namespaces, '--ignore-not-found', '--timeout=300s']);
}
