import { catalog, serviceIds } from '@tributary/catalog';
import { EngineError } from './errors.ts';
import { arePortsFree, holdPort, requireFreePort } from './ports.ts';
import { SANDBOX_SMTP_PORT, type SystemPlaces } from './system-environment.ts';
import { serviceProcesses } from './system-processes.ts';

export const SANDBOX_PORT = 4900;

/** The ports of all processes but the gateway's own, without an offset. */
const innerPorts = (): readonly { readonly owner: string; readonly port: number }[] => [
  ...serviceIds.flatMap((service) => {
    const { http, grpc }: { http: number; grpc?: number } = catalog[service];
    const shared = [grpc, service === 'gateway' ? undefined : http];
    return shared.flatMap((port) => (port === undefined ? [] : [{ owner: service, port }]));
  }),
  ...serviceProcesses.map(({ id, opsPort }) => ({ owner: id, port: opsPort })),
  { owner: 'the sandbox', port: SANDBOX_PORT },
  { owner: 'the sandbox', port: SANDBOX_SMTP_PORT },
];

/** Throws EngineError where a port of the system is taken. */
export const requirePorts = async (places: SystemPlaces): Promise<void> => {
  await requireFreePort(places.port, 'the gateway', 'PORT to another');
  for (const { owner, port } of innerPorts()) {
    const setting = 'PORT_OFFSET, which shifts all ports but PORT';
    await requireFreePort(port + places.offset, owner, setting);
  }
};

const OFFSETS = Array.from({ length: 20 }, (_, index) => index * 1_000);

/**
 * The first offset at which all ports of a system are free, with those of its `engines`; so several systems
 * start on one machine. Throws EngineError where all are taken.
 */
export const findPortOffset = async (
  engines: readonly number[],
  offsets: readonly number[] = OFFSETS,
): Promise<number> => {
  const ports = [catalog.gateway.http, ...engines, ...innerPorts().map(({ port }) => port)];
  for (const offset of offsets) {
    if (await arePortsFree(ports.map((port) => port + offset))) return offset;
  }
  throw new EngineError('No free ports were found', 'set PORT_OFFSET, which shifts all ports');
};

/** An offset that no other test of this machine takes until it is released. */
export interface ReservedOffset {
  readonly offset: number;
  readonly release: () => Promise<void>;
}

/** Listened on, with the offset, while a system of a test uses the ports of the offset. */
const RESERVATION_PORT = 4_100;

/** Above those of people's own systems, and below the ports that the machine gives to connections. */
const TEST_OFFSETS = Array.from({ length: 20 }, (_, index) => 5_000 + index * 1_000);

/**
 * Reserves the first offset at which all ports of a system are free. The reservation ends with the
 * process at the latest, so a killed run blocks nothing. Throws EngineError where all are taken.
 */
export const reservePortOffset = async (
  offsets: readonly number[] = TEST_OFFSETS,
): Promise<ReservedOffset> => {
  const ports = [catalog.gateway.http, ...innerPorts().map(({ port }) => port)];
  for (const offset of offsets) {
    const release = await holdPort(RESERVATION_PORT + offset);
    if (release === undefined) continue;
    if (await arePortsFree(ports.map((port) => port + offset))) return { offset, release };
    await release();
  }
  throw new EngineError('No free ports were found', 'stop other systems on this machine');
};
