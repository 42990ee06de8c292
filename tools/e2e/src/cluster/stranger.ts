import { catalog } from '@tributary/catalog';
import { eventually } from '@tributary/testing';
import { type Kubectl } from './kubectl.ts';
import { type Images, NAMESPACE } from './overlay.ts';

export const STRANGERS = 'tributary-drill-strangers';

const CONNECT_WITHIN_MS = 3_000;
const DENIED_PORT = 8080;

/** What a pod that no policy names reaches, each as `host:port`. */
export interface Reach {
  readonly reached: readonly string[];
  readonly refused: readonly string[];
  /** Whether a policy that denies everything keeps the pod out at all. */
  readonly isEnforced: boolean;
}

/** Ports of services and of operations, of which nobody but the listed callers may use any. */
const inner = Object.entries(catalog).flatMap(([service, ports]) =>
  service === 'gateway'
    ? []
    : Object.values(ports).map((port) => `${service}.${NAMESPACE}:${String(port)}`),
);

const LISTEN = `require('http').createServer((q, r) => r.end('x')).listen(${String(DENIED_PORT)}, '0.0.0.0')`;

/** Prints the targets to which a connection opens. */
const connectTo = (targets: readonly string[]): string => `
const connect = (target) => new Promise((done) => {
  const [host, port] = target.split(':');
  const socket = require('net').connect({ host, port });
  const end = (isOpen) => { socket.destroy(); done(isOpen ? target : undefined); };
  socket.setTimeout(${String(CONNECT_WITHIN_MS)}, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
});
Promise.all(${JSON.stringify(targets)}.map(connect)).then((open) => console.log(JSON.stringify(open.filter(Boolean))));
`;

const pod = (name: string, image: string, script: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: STRANGERS, labels: { name } },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    containers: [{ name, image, imagePullPolicy: 'IfNotPresent', command: ['node', '-e', script] }],
  },
});

/** A pod that nobody may reach, which shows whether this cluster's network applies policies. */
const denied = (image: string): object[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: STRANGERS } },
  pod('denied', image, LISTEN),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'denied', namespace: STRANGERS },
    spec: { selector: { name: 'denied' }, ports: [{ port: DENIED_PORT }] },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'denied', namespace: STRANGERS },
    spec: { podSelector: { matchLabels: { name: 'denied' } }, policyTypes: ['Ingress'] },
  },
];

const apply = (kubectl: Kubectl, manifests: readonly object[]): Promise<string> =>
  kubectl.run(
    ['apply', '-f', '-'],
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }),
  );

/** Connects to every inner port of the system from a namespace of its own. */
export async function sendStranger(kubectl: Kubectl, { registry, tag }: Images): Promise<Reach> {
  const image = `${registry}/sandbox:${tag}`;
  const control = `denied.${STRANGERS}:${String(DENIED_PORT)}`;
  await apply(kubectl, denied(image));
  await kubectl.run([
    '-n',
    STRANGERS,
    'wait',
    'pod/denied',
    '--for=condition=Ready',
    '--timeout=120s',
  ]);
  await apply(kubectl, [pod('stranger', image, connectTo([control, ...inner]))]);
  const output = await eventually(
    async () => {
      const text = await kubectl.run(['-n', STRANGERS, 'logs', 'stranger']);
      return text.includes(']') ? text : undefined;
    },
    { timeoutMs: 120_000, everyMs: 1_000 },
  );
  const open = new Set(JSON.parse(output) as string[]);
  return {
    reached: inner.filter((target) => open.has(target)),
    refused: inner.filter((target) => !open.has(target)),
    isEnforced: !open.has(control),
  };
}
