import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceIds } from '@tributary/catalog';
import {
  fillExampleFiles,
  makeCertificates,
  randomPassword,
  repositoryRoot,
} from '@tributary/engines';
import { type Credentials } from '../client.ts';

/** The namespaces of a drill, which are deleted with it. */
export const NAMESPACE = 'tributary-drill';
export const OUTSIDE = 'tributary-drill-outside';

const ADMIN_EMAIL = 'operator@tributary.example.com';

export interface Images {
  /** What stands before the name of each, such as `registry.example.com/tributary`. */
  readonly registry: string;
  readonly tag: string;
}

/** What a drill applies: folders with a kustomization. */
export interface Overlays {
  /** Engines of one node, payment providers and inboxes. */
  readonly outside: string;
  readonly system: string;
  readonly credentials: Credentials;
  /** Of the payout service: the keys of the payment providers. */
  readonly providerKeys: Readonly<Record<string, string>>;
}

/** Where the production overlay leaves a choice to the operator; undefined: a line that the drill's engines have no use for. */
const valuesOf = (adminPassword: string): Readonly<Record<string, () => string | undefined>> => ({
  MONGO_URL: () => 'mongodb://mongo:27017/?replicaSet=rs0',
  REDIS_URL: () => 'redis://redis:6379',
  KAFKA_BROKERS: () => 'kafka:9092',
  KAFKA_SASL_USERNAME: () => undefined,
  KAFKA_SASL_PASSWORD: () => undefined,
  KAFKA_TLS_CA: () => undefined,
  MONGO_TLS_CA: () => undefined,
  REDIS_TLS_CA: () => undefined,
  ADMIN_EMAIL: () => `${ADMIN_EMAIL}\nADMIN_PASSWORD=${adminPassword}`,
  SMTP_URL: () => 'smtp://sandbox:4925',
  MAIL_FROM: () => 'Tributary <mail@tributary.example.com>',
  CARDPROC_BASE_URL: () => 'http://sandbox:4900/cardproc',
  WALLETCO_BASE_URL: () => 'http://sandbox:4900/walletco',
  // As the sandbox knows it.
  WALLETCO_CLIENT_ID: () => 'sandbox-walletco-client',
  INVOICE_ISSUER_NAME: () => 'Tributary (drill)',
  INVOICE_ISSUER_ADDRESS: () => '2 Confluence Road|Riverton',
  INVOICE_ISSUER_TAX_ID: () => 'XX000000001',
});

/** Fills the secrets of the copied overlay. */
function fillSecrets(folder: string, adminPassword: string): void {
  const values = valuesOf(adminPassword);
  fillExampleFiles(folder);
  const names = readdirSync(folder).filter((name) => name.endsWith('.env'));
  for (const name of names) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const filled = lines.flatMap((line) => {
      const [, setting = ''] = /^([A-Z0-9_]+)=replace-me$/.exec(line) ?? [];
      const isDropped = /^(KAFKA_SASL_|\w+_TLS_CA=)/.test(line);
      if (setting === '') return isDropped ? [] : [line];
      const value = (values[setting] ?? randomPassword)();
      return value === undefined ? [] : [`${setting}=${value}`];
    });
    writeFileSync(join(folder, name), filled.join('\n'), { mode: 0o600 });
  }
}

const settingsIn = (file: string): Record<string, string> => {
  const found = readFileSync(file, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
};

const externalName = (name: string, namespace: string): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'ExternalName', externalName: `${name}.${namespace}.svc.cluster.local` },
});

/** JSON is YAML. */
function writeManifests(file: string, manifests: readonly object[]): void {
  writeFileSync(file, manifests.map((one) => JSON.stringify(one, undefined, 2)).join('\n---\n'));
}

const imagesOf = (names: readonly string[], { registry, tag }: Images): object[] =>
  names.map((name) => ({
    name: `tributary/${name}`,
    newName: `${registry}/${name}`,
    newTag: tag,
  }));

function writeOutside(folder: string, secrets: string, images: Images): void {
  mkdirSync(folder);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: OUTSIDE } };
  writeManifests(join(folder, 'names.yaml'), [namespace, externalName('gateway', NAMESPACE)]);
  const dev = '../deploy/overlays/dev';
  writeManifests(join(folder, 'kustomization.yaml'), [
    {
      namespace: OUTSIDE,
      resources: ['names.yaml', `${dev}/engines.yaml`, `${dev}/sandbox.yaml`],
      images: imagesOf(['sandbox'], images),
      secretGenerator: [
        { name: 'payout', envs: [join(secrets, 'payout.env')] },
        { name: 'notification', literals: [`SMS_API_KEY=${randomPassword()}`] },
      ],
    },
  ]);
}

const toOutside = (ports: readonly number[]): object[] => [
  {
    to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': OUTSIDE } } }],
    ports: ports.map((port) => ({ protocol: 'TCP', port })),
  },
];

/** Engines and sandbox in place of the networks that an operator names. */
const wayOutside = (name: string, ports: readonly number[]): object => ({
  target: { kind: 'NetworkPolicy', name },
  patch: JSON.stringify([{ op: 'replace', path: '/spec/egress', value: toOutside(ports) }]),
});

/** Small requests, so that a cluster of one node has room for two replicas of everything. */
const smallRequests = (kind: string): object => ({
  target: { kind },
  patch: JSON.stringify([
    {
      op: 'replace',
      path: '/spec/template/spec/containers/0/resources/requests',
      value: { cpu: '10m', memory: '96Mi' },
    },
  ]),
});

const SETTINGS = {
  KAFKA_REPLICATION_FACTOR: '1',
  KAFKA_CLICK_PARTITIONS: '6',
  KAFKA_PARTITIONS: '3',
  ENGINES_ON_TRUSTED_NETWORK: 'mongo,kafka,redis',
  ADMIN_SECOND_FACTOR: 'optional',
  RATE_LIMIT_API_PER_MINUTE: '0',
  RATE_LIMIT_LOGIN_PER_MINUTE: '0',
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
};

const patches = [
  {
    target: { kind: 'ConfigMap', name: 'tributary' },
    patch: JSON.stringify({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'tributary' },
      data: SETTINGS,
    }),
  },
  wayOutside('engines', [27_017, 9092, 6379, 4900, 4925]),
  wayOutside('gateway-engines', [6379]),
  smallRequests('Deployment'),
  smallRequests('StatefulSet'),
  {
    target: { kind: 'Service', name: 'gateway' },
    patch: JSON.stringify([{ op: 'add', path: '/spec/type', value: 'NodePort' }]),
  },
];

async function writeSystem(folder: string, images: Images): Promise<void> {
  mkdirSync(folder);
  const hosts = serviceIds.map((service) => `DNS:${service}`);
  const { caFile, serverFile } = await makeCertificates(join(folder, 'certificates'), hosts);
  const names = ['mongo', 'kafka', 'redis', 'sandbox'];
  writeManifests(
    join(folder, 'names.yaml'),
    names.map((name) => externalName(name, OUTSIDE)),
  );
  writeManifests(join(folder, 'kustomization.yaml'), [
    {
      namespace: NAMESPACE,
      resources: ['../deploy/overlays/production', 'names.yaml'],
      images: imagesOf(serviceIds, images),
      secretGenerator: [
        { name: 'inner-tls', files: [`tls-combined.pem=${serverFile}`, `ca.crt=${caFile}`] },
      ],
      patches,
    },
  ]);
}

/**
 * Writes a copy of deploy/ with new secrets into `directory`, and over its production overlay one that names images and
 * engines of a drill.
 */
export async function writeOverlays(directory: string, images: Images): Promise<Overlays> {
  cpSync(join(repositoryRoot(), 'deploy'), join(directory, 'deploy'), { recursive: true });
  const secrets = join(directory, 'deploy/overlays/production/secrets');
  const adminPassword = randomPassword();
  fillSecrets(secrets, adminPassword);
  const { POSTBACK_SECRET_DIRECT: signingSecret = '' } = settingsIn(join(secrets, 'tracking.env'));
  const [outside, system] = [join(directory, 'outside'), join(directory, 'system')];
  writeOutside(outside, secrets, images);
  await writeSystem(system, images);
  return {
    outside,
    system,
    credentials: { adminEmail: ADMIN_EMAIL, adminPassword, signingSecret },
    providerKeys: settingsIn(join(secrets, 'payout.env')),
  };
}
