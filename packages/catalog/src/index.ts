/**
 * Every service and where it listens on one machine; in a cluster the hosts differ and the ports
 * stay. `http` serves the public API behind the gateway, `grpc` other services, `ops` health and
 * metrics.
 */
export const catalog = {
  gateway: { http: 8080, ops: 4300 },
  identity: { http: 4101, grpc: 4201, ops: 4301 },
  campaign: { http: 4102, grpc: 4202, ops: 4302 },
  tracking: { http: 4103, grpc: 4203, ops: 4303 },
  attribution: { http: 4104, grpc: 4204, ops: 4304 },
  commission: { http: 4105, grpc: 4205, ops: 4305 },
  payout: { http: 4106, ops: 4306 },
  notification: { http: 4107, ops: 4307 },
  webhook: { http: 4108, grpc: 4208, ops: 4308 },
  analytics: { http: 4109, ops: 4309 },
  console: { http: 4110, ops: 4310 },
} as const satisfies Record<string, { http: number; grpc?: number; ops: number }>;

export type ServiceId = keyof typeof catalog;

/**
 * What a process of a service runs: `edge` serves HTTP and gRPC; `worker` consumes events, publishes the
 * outbox, and runs schedules and workers; `both` does all of it.
 */
export const roles = ['both', 'edge', 'worker'] as const;
export type Role = (typeof roles)[number];

/** So that both roles of a service run on one machine. */
const WORKER_OPS_SHIFT = 200;

/** Where a process of a service has its health and metrics. */
export const opsPortOf = (service: ServiceId, role: Role): number =>
  catalog[service].ops + (role === 'worker' ? WORKER_OPS_SHIFT : 0);
export const serviceIds = Object.keys(catalog) as ServiceId[];

/** The setting with the inner HTTP address of a service; `CONSOLE_URL` is the one that mails contain. */
export const urlSettingOf = (service: ServiceId): string =>
  service === 'console' ? 'CONSOLE_INNER_URL' : `${service.toUpperCase()}_URL`;

/** Services without database, events and worker: the gateway forwards, the console serves files. */
const STATELESS: readonly ServiceId[] = ['gateway', 'console'];

/** The services that have a database, publish and consume events, and have a worker. */
export const storingServices: readonly ServiceId[] = serviceIds.filter(
  (id) => !STATELESS.includes(id),
);
