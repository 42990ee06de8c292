import { eventually } from '@tributary/testing';
import { type KubeObject, type Kubectl } from './kubectl.ts';
import { NAMESPACE } from './overlay.ts';

const READY_WITHIN_MS = 900_000;

const inNamespace = ['-n', NAMESPACE];
const KINDS = 'deployments,statefulsets';

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind.toLowerCase()}/${metadata.name}`;

/** Two pods of the newest template, and none that ends. */
const isWhole = ({ spec, status, metadata }: KubeObject): boolean =>
  spec.replicas >= 2 &&
  status.observedGeneration === (metadata as { generation?: number }).generation &&
  status.updatedReplicas === spec.replicas &&
  status.readyReplicas === spec.replicas &&
  status.replicas === spec.replicas;

/** The Deployments and StatefulSets of the system, such as `deployment/payout-worker`. */
export async function listWorkloads(kubectl: Kubectl): Promise<string[]> {
  return (await kubectl.list([...inNamespace, KINDS])).map(nameOf);
}

/** Waits until all have two ready replicas, which their autoscalers demand. */
export async function awaitReplicas(kubectl: Kubectl): Promise<void> {
  await eventually(
    async () => {
      const missing = (await kubectl.list([...inNamespace, KINDS])).filter((one) => !isWhole(one));
      if (missing.length > 0) throw new Error(`not ready: ${missing.map(nameOf).join(', ')}`);
      return true;
    },
    { timeoutMs: READY_WITHIN_MS, everyMs: 2_000 },
  );
}

/** Replaces every pod of a workload, one after the other, and waits until the last one has ended. */
export async function restart(kubectl: Kubectl, workload: string): Promise<void> {
  await kubectl.run([...inNamespace, 'rollout', 'restart', workload]);
  await kubectl.run([...inNamespace, 'rollout', 'status', workload, '--timeout=300s']);
  await awaitReplicas(kubectl);
  const selector = `app.kubernetes.io/name=${workload.split('/')[1] ?? ''}`;
  const { spec } = (await kubectl.list([...inNamespace, KINDS, '-l', selector]))[0] ?? {};
  await eventually(
    async () =>
      (await kubectl.list([...inNamespace, 'pods', '-l', selector])).length === spec.replicas,
    { timeoutMs: 120_000, everyMs: 500 },
  );
}
