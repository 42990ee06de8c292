import kafkajs from 'kafkajs';
import type { KafkaAccess } from '../access.ts';
import { sasl, ssl } from './connection.ts';
import { patchRequestQueue } from './patch-request-queue.ts';

const operations = {
  read: kafkajs.AclOperationTypes.READ,
  write: kafkajs.AclOperationTypes.WRITE,
  create: kafkajs.AclOperationTypes.CREATE,
  delete: kafkajs.AclOperationTypes.DELETE,
  describe: kafkajs.AclOperationTypes.DESCRIBE,
  describe_configs: kafkajs.AclOperationTypes.DESCRIBE_CONFIGS,
} as const;

const resources = {
  topic: kafkajs.AclResourceTypes.TOPIC,
  group: kafkajs.AclResourceTypes.GROUP,
} as const;

export type KafkaOperation = keyof typeof operations;

/** What a user of Kafka may do with one topic or consumer group, from any address. */
export interface KafkaRight {
  readonly user: string;
  readonly resource: keyof typeof resources;
  /** `*` at the end stands for any rest. */
  readonly name: string;
  readonly operations: readonly KafkaOperation[];
}

export const kafkaOperations = Object.keys(operations) as KafkaOperation[];

/** Kafka takes it for every name, where it is no prefix. */
const EVERY = '*';

const { ANY } = kafkajs.AclResourceTypes;
const { ALLOW } = kafkajs.AclPermissionTypes;
const { LITERAL, PREFIXED } = kafkajs.ResourcePatternTypes;

const entriesOf = ({ user, resource, name, operations: allowed }: KafkaRight): kafkajs.AclEntry[] =>
  allowed.map((operation) => ({
    principal: `User:${user}`,
    host: '*',
    permissionType: ALLOW,
    operation: operations[operation],
    resourceType: resources[resource],
    resourceName: name === EVERY ? name : name.replace(/\*$/, ''),
    resourcePatternType: name !== EVERY && name.endsWith('*') ? PREFIXED : LITERAL,
  }));

const keyOf = (entry: kafkajs.AclEntry): string =>
  [
    ...[entry.principal, entry.host, entry.operation, entry.permissionType],
    ...[entry.resourceType, entry.resourceName, entry.resourcePatternType],
  ].join('\n');

async function currentEntries(
  admin: kafkajs.Admin,
  principals: ReadonlySet<string>,
): Promise<kafkajs.AclEntry[]> {
  const { resources: found } = await admin.describeAcls({
    resourceType: ANY,
    resourcePatternType: kafkajs.ResourcePatternTypes.ANY,
    operation: kafkajs.AclOperationTypes.ANY,
    permissionType: kafkajs.AclPermissionTypes.ANY,
  });
  return found
    .flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })))
    .filter(({ principal }) => principals.has(principal));
}

/**
 * Makes the users of `rights` have these rights and no others; rules of other users stay. Repeating it changes
 * nothing. Returns the numbers of added and removed rules. Throws where Kafka refuses.
 */
export async function applyKafkaRights(
  access: KafkaAccess,
  rights: readonly KafkaRight[],
): Promise<{ readonly added: number; readonly removed: number }> {
  patchRequestQueue();
  const kafka = new kafkajs.Kafka({
    clientId: 'kafka-rights',
    brokers: [...access.brokers],
    ...ssl(access),
    ...sasl(access),
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const wanted = rights.flatMap(entriesOf);
    const principals = new Set(wanted.map(({ principal }) => principal));
    const present = await currentEntries(admin, principals);
    const wantedKeys = new Set(wanted.map(keyOf));
    const presentKeys = new Set(present.map(keyOf));
    const added = wanted.filter((entry) => !presentKeys.has(keyOf(entry)));
    const removed = present.filter((entry) => !wantedKeys.has(keyOf(entry)));
    if (added.length > 0) await admin.createAcls({ acl: added });
    if (removed.length > 0) await admin.deleteAcls({ filters: removed });
    return { added: added.length, removed: removed.length };
  } finally {
    await admin.disconnect();
  }
}
