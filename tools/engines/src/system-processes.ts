import { opsPortOf, type Role, type ServiceId, serviceIds } from '@tributary/catalog';

/**
 * The services of which each role is a process of its own: visitors wait for a redirect, but nobody for its projection;
 * reviews and payouts wait for the assessment of their orders, but nobody for that of orders which just came in.
 * The other services run both roles in one process, which takes less memory.
 */
const SPLIT = ['tracking', 'attribution'] as const;

/**
 * A third as much of a busy core as what people wait for, for what they wait for now and then: the projection of clicks,
 * whose visitors' orders follow, and the assessment of orders, whose reviews follow. With less, clicks wait for half
 * a minute while other processes start, and many orders for their assessments.
 */
const AWAITED_NICENESS = 5;

/**
 * A tenth as much of a busy core, for services that follow events of others and for which nobody waits: together they
 * would otherwise take half of what a review of many orders needs.
 */
const FOLLOWER_NICENESS = 10;

/** A process of a service; one that only works in the background is named `<service>-worker`. */
export type ServiceProcessId = ServiceId | `${(typeof SPLIT)[number]}-worker`;
export type ProcessId = ServiceProcessId | 'sandbox';

export interface ServiceProcess {
  readonly id: ServiceProcessId;
  readonly service: ServiceId;
  readonly role: Role;
  /** Where it has its health and metrics, without an offset. */
  readonly opsPort: number;
  /** By how much it stands back behind what people wait for, once it is ready; 0 for that itself. */
  readonly niceness: number;
}

const split: ReadonlySet<ServiceId> = new Set(SPLIT);

const nicenessOf: Readonly<Partial<Record<ServiceProcessId, number>>> = {
  'tracking-worker': AWAITED_NICENESS,
  'attribution-worker': AWAITED_NICENESS,
  notification: FOLLOWER_NICENESS,
  webhook: FOLLOWER_NICENESS,
  analytics: FOLLOWER_NICENESS,
};

const processOf = (id: ServiceProcessId, service: ServiceId, role: Role): ServiceProcess => ({
  id,
  service,
  role,
  opsPort: opsPortOf(service, role),
  niceness: nicenessOf[id] ?? 0,
});

/** All processes of all services. */
export const serviceProcesses: readonly ServiceProcess[] = [
  ...serviceIds.map((id) => processOf(id, id, split.has(id) ? 'edge' : 'both')),
  ...SPLIT.map((id) => processOf(`${id}-worker`, id, 'worker')),
];

/** The processes that answer calls, in the role that does nothing else. */
export const edgeProcesses: readonly ServiceProcess[] = serviceIds.map((id) =>
  processOf(id, id, 'edge'),
);

/** @throws Error where there is no such process */
export function findServiceProcess(id: ProcessId): ServiceProcess {
  const found = serviceProcesses.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is no process of a service`);
  return found;
}

export const processesOf = (service: ServiceId): readonly ServiceProcessId[] =>
  serviceProcesses.filter((one) => one.service === service).map(({ id }) => id);
