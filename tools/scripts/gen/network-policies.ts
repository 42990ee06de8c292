import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  catalog,
  opsPortOf,
  type ServiceId,
  serviceIds,
  storingServices,
} from '@tributary/catalog';
import { commonHttpCallers, httpCallers, rpcCallers } from '@tributary/service-tokens';
import { writeFormatted } from './write-formatted.ts';
import { stringify } from 'yaml';

const root = join(import.meta.dirname, '../../..');

/** Which services call what lies outside, at which TCP ports; packages/egress allows HTTPS at 443 and 8443. */
export const outsidePorts: Readonly<Partial<Record<ServiceId, readonly number[]>>> = {
  identity: [443, 8443],
  tracking: [443, 8443],
  payout: [443, 25, 465, 587],
  notification: [443, 8443, 25, 465, 587],
  webhook: [443, 8443],
};

/** Addresses that are no public ones: those of the cluster, of metadata services, of nobody. */
export const notPublic = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

const NAME = 'app.kubernetes.io/name';

/** A call that the tables allow: `from` reaches `port` of `to`. */
interface Call {
  readonly from: ServiceId;
  readonly to: ServiceId;
  readonly port: number;
}

function ownerOfRpc(rpc: string): ServiceId {
  const [, name] = rpc.split('.');
  const owner = serviceIds.find((service) => service === name);
  if (owner === undefined) throw new Error(`${rpc} belongs to no service`);
  return owner;
}

/** The service with the folder of an operation. */
function ownerOfOperation(operationId: string): ServiceId {
  const folder = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const [found = ''] = globSync(`services/*/src/features/${folder}`, { cwd: root });
  const owner = serviceIds.find((service) => service === found.split('/')[1]);
  if (owner === undefined) throw new Error(`${operationId} has no folder`);
  return owner;
}

function grpcPort(service: ServiceId): number {
  const { grpc }: { http: number; grpc?: number } = catalog[service];
  if (grpc === undefined) throw new Error(`${service} serves no gRPC`);
  return grpc;
}

const rpcCalls = (): Call[] =>
  Object.entries(rpcCallers).flatMap(([rpc, callers]) => {
    const to = ownerOfRpc(rpc);
    return callers.map((from) => ({ from, to, port: grpcPort(to) }));
  });

const httpCalls = (): Call[] =>
  Object.entries(httpCallers).flatMap(([operationId, callers]) => {
    const to = ownerOfOperation(operationId);
    return callers.map((from) => ({ from, to, port: catalog[to].http }));
  });

/** Calls of what every service with a database serves. */
const commonCalls = (): Call[] =>
  Object.values(commonHttpCallers)
    .flat()
    .flatMap((from) => storingServices.map((to) => ({ from, to, port: catalog[to].http })));

/** The gateway forwards requests to every service and asks each whether it is ready. */
const gatewayCalls = (): Call[] =>
  serviceIds
    .filter((to) => to !== 'gateway')
    .flatMap((to) =>
      [catalog[to].http, catalog[to].ops].map((port) => ({ from: 'gateway' as const, to, port })),
    );

/** Every call between two services that the tables of callers allow, each once. */
export function allowedCalls(): readonly Call[] {
  const calls = [...gatewayCalls(), ...httpCalls(), ...commonCalls(), ...rpcCalls()].filter(
    ({ from, to }) => from !== to,
  );
  const byText = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return [...byText.values()];
}

const tcp = (port: number) => ({ protocol: 'TCP', port });

/** The pods that serve. */
const edge = (service: ServiceId) => ({ podSelector: { matchLabels: { [NAME]: service } } });
/** The pods of all roles: a worker calls what its service calls. */
const pods = (service: ServiceId) =>
  !storingServices.includes(service)
    ? edge(service)
    : {
        podSelector: {
          matchExpressions: [{ key: NAME, operator: 'In', values: [service, workerOf(service)] }],
        },
      };

const workerOf = (service: ServiceId): string => `${service}-worker`;

/** Services with the ports of each, as the peers of one policy. */
function rules(calls: readonly Call[], side: 'from' | 'to') {
  const peers = serviceIds.filter((service) => calls.some((call) => call[side] === service));
  return peers.map((service) => {
    const ports = calls.filter((call) => call[side] === service).map(({ port }) => port);
    return {
      [side]: [side === 'from' ? pods(service) : edge(service)],
      ports: ports.toSorted((a, b) => a - b).map((port) => tcp(port)),
    };
  });
}

const policy = (name: string, spec: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec,
});

const namespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

const metricsFromMonitoring = (port: number) => ({
  from: [namespace('monitoring')],
  ports: [tcp(port)],
});

function outside(service: ServiceId): readonly object[] {
  const ports = outsidePorts[service];
  if (ports === undefined) return [];
  return [
    {
      to: [
        { ipBlock: { cidr: '0.0.0.0/0', except: notPublic } },
        { ipBlock: { cidr: '2000::/3', except: ['2001:db8::/32', '2002::/16'] } },
      ],
      ports: ports.map((port) => tcp(port)),
    },
  ];
}

/** What the processes of a service reach. */
const reachedBy = (service: ServiceId) => {
  const made = allowedCalls().filter(({ from }) => from === service);
  return [...rules(made, 'to'), ...outside(service)];
};

function edgePolicy(service: ServiceId) {
  const received = allowedCalls().filter(({ to }) => to === service);
  const fromClients = service === 'gateway' ? [{ ports: [tcp(catalog.gateway.http)] }] : [];
  const metrics = metricsFromMonitoring(opsPortOf(service, 'edge'));
  return policy(service, {
    podSelector: edge(service).podSelector,
    policyTypes: ['Ingress', 'Egress'],
    ingress: [...fromClients, ...rules(received, 'from'), metrics],
    egress: reachedBy(service),
  });
}

/** No service calls a worker. */
function workerPolicy(service: ServiceId) {
  return policy(workerOf(service), {
    podSelector: { matchLabels: { [NAME]: workerOf(service) } },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [metricsFromMonitoring(opsPortOf(service, 'worker'))],
    egress: reachedBy(service),
  });
}

const policiesOf = (service: ServiceId) =>
  storingServices.includes(service)
    ? [edgePolicy(service), workerPolicy(service)]
    : [edgePolicy(service)];

const denyAll = policy('deny-all', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });

const allowNames = policy('names', {
  podSelector: {},
  policyTypes: ['Egress'],
  egress: [
    {
      to: [namespace('kube-system')],
      ports: [{ protocol: 'UDP', port: 53 }, tcp(53)],
    },
  ],
});

/** OTLP over HTTP. */
const COLLECTOR_PORT = 4318;

const allowTraces = policy('traces', {
  podSelector: {},
  policyTypes: ['Egress'],
  egress: [{ to: [namespace('monitoring')], ports: [tcp(COLLECTOR_PORT)] }],
});

const HEAD = `# Generated by \`npm run gen\` from the tables of callers in packages/service-tokens.
# Nothing reaches a pod and a pod reaches nothing but what stands here; an overlay adds the way to its engines.
`;

/** Writes the network policies of all services. */
export async function generateNetworkPolicies(): Promise<void> {
  const policies = [denyAll, allowNames, allowTraces, ...serviceIds.flatMap(policiesOf)];
  const text = policies.map((one) => stringify(one, { aliasDuplicateObjects: false }));
  await writeFormatted(join(root, 'deploy/base/network.yaml'), HEAD + text.join('---\n'));
}
