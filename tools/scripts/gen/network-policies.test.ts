import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  catalog,
  opsPortOf,
  type ServiceId,
  serviceIds,
  storingServices,
} from '@tributary/catalog';
import { targetIssue } from '@tributary/egress';
import { commonHttpCallers, httpCallers, rpcCallers } from '@tributary/service-tokens';
import { parseAllDocuments } from 'yaml';
import { notPublic, outsidePorts } from './network-policies.ts';

const root = join(import.meta.dirname, '../../..');

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: object;
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] };
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol: string }[];
}
interface Policy {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

const policies = parseAllDocuments(
  readFileSync(join(root, 'deploy/base/network.yaml'), 'utf8'),
).map((document) => document.toJS() as Policy);

const NAME = 'app.kubernetes.io/name';

/** The name that pods of a service have, or those of its worker. */
type PodName = ServiceId | `${ServiceId}-worker`;

const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, pod: PodName): boolean =>
  Object.entries(matchLabels).every(([label, value]) => label === NAME && value === pod) &&
  matchExpressions.every(
    ({ key, operator, values }) => key === NAME && operator === 'In' && values.includes(pod),
  );

const names = (peers: readonly Peer[] | undefined, pod: PodName): boolean =>
  peers === undefined ||
  peers.some(({ podSelector }) => podSelector !== undefined && selects(podSelector, pod));

const includes = ({ ports }: Rule, port: number): boolean =>
  ports === undefined || ports.some((one) => one.port === port && one.protocol === 'TCP');

/** Whether Kubernetes lets `from` open a connection to a port of `to`: both sides have to allow it. */
function isAllowed(from: PodName, to: PodName, port: number): boolean {
  const leaves = policies
    .filter(({ spec }) => selects(spec.podSelector, from))
    .flatMap(({ spec }) => spec.egress ?? [])
    .some((rule) => rule.to !== undefined && names(rule.to, to) && includes(rule, port));
  const enters = policies
    .filter(({ spec }) => selects(spec.podSelector, to))
    .flatMap(({ spec }) => spec.ingress ?? [])
    .some((rule) => names(rule.from, from) && includes(rule, port));
  return leaves && enters;
}

const callersOfRpcs = (service: ServiceId): ReadonlySet<string> =>
  new Set(
    Object.entries(rpcCallers)
      .filter(([rpc]) => rpc.startsWith(`tributary.${service}.`))
      .flatMap(([, callers]) => callers),
  );

describe('the network policies', () => {
  it('deny every pod whatever no policy allows', () => {
    const [denyAll] = policies;
    expect(denyAll?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it.each(serviceIds)(
    'let those call %s by gRPC that the table of callers names, and no other',
    (to) => {
      const { grpc }: { http: number; grpc?: number } = catalog[to];
      if (grpc === undefined) {
        expect(callersOfRpcs(to).size).toBe(0);
        return;
      }
      const reaching = serviceIds.filter((from) => from !== to && isAllowed(from, to, grpc));
      expect(new Set(reaching)).toEqual(callersOfRpcs(to));
    },
  );

  it.each(serviceIds.filter((service) => service !== 'gateway'))(
    'let the gateway alone call %s over HTTP, besides those that need the keys of tokens or export accounts',
    (to) => {
      const { http, ops } = catalog[to];
      const keys = to === 'identity' ? (httpCallers['getJwks'] ?? []) : [];
      const exporting = storingServices.includes(to) ? Object.values(commonHttpCallers).flat() : [];
      const callers = new Set(['gateway', ...keys, ...exporting].filter((from) => from !== to));
      const reaching = serviceIds.filter((from) => from !== to && isAllowed(from, to, http));
      expect(new Set(reaching)).toEqual(callers);
      expect(serviceIds.filter((from) => from !== to && isAllowed(from, to, ops))).toEqual([
        'gateway',
      ]);
    },
  );

  it.each(storingServices)(
    'let the worker of %s reach what its service reaches, and nothing but metrics be read from it',
    (service) => {
      const worker = `${service}-worker` as const;
      const calls = serviceIds.flatMap((to) => {
        const { http, grpc = http }: { http: number; grpc?: number } = catalog[to];
        return to === service ? [] : [http, grpc].map((port) => ({ to, port }));
      });
      const reached = (from: PodName) => calls.filter(({ to, port }) => isAllowed(from, to, port));
      expect(reached(worker)).toEqual(reached(service));
      const { ingress = [] } =
        policies.find(({ metadata }) => metadata.name === worker)?.spec ?? {};
      expect(ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([
        opsPortOf(service, 'worker'),
      ]);
      expect(
        ingress.flatMap(({ from = [] }) => from).every((peer) => peer.podSelector === undefined),
      ).toBe(true);
    },
  );

  it('let those services call out whose code does, to public addresses alone', () => {
    const calling = serviceIds.filter(
      (service) =>
        service !== 'gateway' &&
        globSync(`services/${service}/src/{deps.ts,clients/**/*.ts}`, { cwd: root })
          .filter((file) => !file.endsWith('.test.ts'))
          .some((file) =>
            /from '(undici|nodemailer|web-push|openid-client|@tributary\/egress)'/.test(
              readFileSync(join(root, file), 'utf8'),
            ),
          ),
    );
    expect(Object.keys(outsidePorts).toSorted()).toEqual(calling.toSorted());
    const withBlocks = policies.filter(({ spec }) =>
      (spec.egress ?? []).some((rule) => rule.to?.some((peer) => peer.ipBlock !== undefined)),
    );
    expect(withBlocks.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      calling.flatMap((service) => [service, `${service}-worker`]).toSorted(),
    );
    for (const { spec } of withBlocks) {
      const blocks = (spec.egress ?? [])
        .flatMap((rule) => rule.to ?? [])
        .flatMap(({ ipBlock }) => ipBlock ?? []);
      for (const { cidr, except } of blocks) {
        expect(cidr === '0.0.0.0/0' ? except : notPublic).toEqual(notPublic);
      }
    }
  });

  it('except addresses that packages/egress refuses too', () => {
    const policy = { allowPrivate: false, trustedOrigins: [] };
    const allowed = notPublic
      .map((cidr) => cidr.split('/')[0] ?? '')
      .filter((address) => targetIssue(`https://${address}/`, policy) === undefined);
    expect(allowed).toEqual([]);
  });
});
