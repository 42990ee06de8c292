import { catalog, type ServiceId, serviceIds, urlSettingOf } from '@tributary/catalog';
import { type Engines, type ServiceProcessId, type SystemOptions } from '@tributary/engines';
import { newNamespace } from '@tributary/messaging/testing/namespaces';
import { openSystem, QUICK_TAKEOVER, type TestSystem } from '../system.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { deleteData } from './with-own-system.ts';

/** Several instances of every service, behind one address each. */
export interface Replicas {
  /** The address of the gateways. */
  readonly baseUrl: string;
  readonly instances: readonly [TestSystem, ...TestSystem[]];
  readonly violations: TestSystem['violations'];
  readonly namespace: string;
  /**
   * Runs `work` while a process gets no new connections: Kubernetes takes a pod out of its Service before it stops it,
   * and back when its replacement is ready.
   */
  readonly outOfService: <T>(
    instance: TestSystem,
    id: ServiceProcessId,
    work: () => Promise<T>,
  ) => Promise<T>;
}

/** Where a system has its ports, and which of its processes get no new connections. */
interface Instance {
  readonly offset: number;
  readonly out: Set<ServiceProcessId>;
}

type Kind = 'http' | 'grpc';

interface OwnBalancer {
  readonly service: ServiceId;
  readonly kind: Kind;
  /** Without the offset of a system. */
  readonly port: number;
  readonly balancer: Balancer;
}

/** A balancer for each port of each service. */
async function openBalancers(): Promise<OwnBalancer[]> {
  const opened: OwnBalancer[] = [];
  for (const service of serviceIds) {
    for (const kind of ['http', 'grpc'] as const) {
      const port = (catalog[service] as Partial<Record<Kind, number>>)[kind];
      if (port !== undefined) opened.push({ service, kind, port, balancer: await openBalancer() });
    }
  }
  return opened;
}

/** The settings by which services find each other. */
const addressesOf = (balancers: readonly OwnBalancer[]): Record<string, string> =>
  Object.fromEntries(
    balancers
      .filter(({ service }) => service !== 'gateway')
      .map(({ service, kind, balancer }) => {
        const address = `127.0.0.1:${String(balancer.port)}`;
        return kind === 'http'
          ? [urlSettingOf(service), `http://${address}`]
          : [`${service.toUpperCase()}_GRPC`, address];
      }),
  );

const targetsOf = ({ service, port }: OwnBalancer, instances: readonly Instance[]) =>
  instances.map(({ offset, out }) => ({ port: port + offset, isReady: () => !out.has(service) }));

/** By what the other systems are one with the first: its keys and its sandbox. */
const joining = (first: TestSystem) => ({
  env: {
    CARDPROC_BASE_URL: `${first.sandboxUrl}/cardproc`,
    WALLETCO_BASE_URL: `${first.sandboxUrl}/walletco`,
    SMS_API_URL: `${first.sandboxUrl}/sms/v1/messages`,
  },
  envOf: (service: ServiceId | 'sandbox') =>
    service === 'sandbox' ? {} : first.serviceKeys.settingsOf(service),
});

interface ReplicaOptions {
  /** Instances of every service. Default 2. */
  readonly count?: number;
  /** Settings of the instances after the first alone. */
  readonly othersEnv?: Readonly<Record<string, string>>;
}

/** Runs `work` with several instances of every service on these engines, then stops them. */
export async function withReplicas<T>(
  engines: Engines,
  env: Readonly<Record<string, string>>,
  work: (replicas: Replicas) => Promise<T>,
  { count = 2, othersEnv = {} }: ReplicaOptions = {},
): Promise<T> {
  const balancers = await openBalancers();
  const gateway = balancers.find(({ service }) => service === 'gateway');
  const baseUrl = `http://127.0.0.1:${String(gateway?.balancer.port)}`;
  const namespace = newNamespace('e', process.env);
  const shared = {
    ...QUICK_TAKEOVER,
    LOG_LEVEL: 'warn',
    NAMESPACE: namespace,
    ...env,
    ...addressesOf(balancers),
    PUBLIC_URL: baseUrl,
  };
  const instances: Instance[] = [];
  const closers: (() => Promise<void>)[] = [];
  const open = async (own: Readonly<Record<string, string>>, envOf?: SystemOptions['envOf']) => {
    const onPorts = (offset: number): void => {
      instances.push({ offset, out: new Set() });
      for (const one of balancers) one.balancer.setTargets(targetsOf(one, instances));
    };
    const options = { onPorts, ...(envOf === undefined ? {} : { envOf }) };
    const system = await openSystem({ ...shared, ...own }, engines, options);
    closers.unshift(() => system.close());
    return system;
  };
  try {
    const first = await open({});
    const { env: joined, envOf } = joining(first);
    const others: TestSystem[] = [];
    for (let number = 1; number < count; number += 1)
      others.push(await open({ ...joined, ...othersEnv }, envOf));
    const violations = (withinMs?: number) => first.violations(withinMs);
    const outOfService: Replicas['outOfService'] = async ({ portOffset }, id, during) => {
      const out = instances.find(({ offset }) => offset === portOffset)?.out;
      out?.add(id);
      try {
        return await during();
      } finally {
        out?.delete(id);
      }
    };
    const systems = [first, ...others] as const;
    return await work({ baseUrl, instances: systems, namespace, violations, outOfService });
  } finally {
    for (const close of closers) await close();
    for (const { balancer } of balancers) balancer.close();
    await deleteData(engines, namespace);
  }
}
