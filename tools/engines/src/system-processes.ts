import { opsPortOf, type Role, type ServiceId, serviceIds } from '@tributary/catalog';

/**
 * The services of which each role is a process of its own: visitors wait for a redirect, but nobody for
 * its projection. The other services run both roles in one process, which takes less memory.
 */
const SPLIT = ['tracking'] as const;

/** A process of a service; one that only works in the background is named `<service>-worker`. */
export type ServiceProcessId = ServiceId | `${(typeof SPLIT)[number]}-worker`;
export type ProcessId = ServiceProcessId | 'sandbox';

export interface ServiceProcess {
  readonly id: ServiceProcessId;
  readonly service: ServiceId;
  readonly role: Role;
  /** Where it has its health and metrics, without an offset. */
  readonly opsPort: number;
}

const split: ReadonlySet<ServiceId> = new Set(SPLIT);

const processOf = (id: ServiceProcessId, service: ServiceId, role: Role): ServiceProcess => ({
  id,
  service,
  role,
  opsPort: opsPortOf(service, role),
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
