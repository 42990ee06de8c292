import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { isHalfOpen } from '../../domain/endpoint-health.ts';
import { type EndpointQueue } from '../../store/queue-store.ts';
import { createAttemptRecorder } from './attempt-recorder.ts';
import { type DrainContext, type DrainDeps } from './drain-context.ts';
import { drainQueue, type QueueDrain } from './drain-queue.ts';
import { createPermits } from './permits.ts';

/** Queues that one instance drains at a time. */
const MAX_QUEUES = 500;
/** At most so many of them with a half-open circuit breaker, so that others always have room. */
const MAX_HALF_OPEN = 250;
/** With fewer queues claimed than this, idle ones stay claimed for a moment. */
const IDLE_QUEUES_BELOW = 250;
/** Pending deliveries of all queues, of about a kilobyte each; beyond it each queue has its guaranteed few. */
const MAX_PENDING_TOTAL = 8_192;
/** How soon a change of an endpoint by another instance takes effect. */
const ENDPOINT_CHECK_MS = SECOND_MS;
/** Requests in flight in one instance beyond the guaranteed ones of each endpoint. */
const EXTRA_IN_FLIGHT = 256;

type ClaimDeps = DrainDeps & Pick<Deps, 'newId'>;
type Drains = ReadonlyMap<string, QueueDrain>;

/** The queues that this instance has claimed, and their drains. */
export function claimedQueues(deps: ClaimDeps) {
  const drains = new Map<string, QueueDrain>();
  const context = drainContext(deps, drains);
  const leaseMs = deps.config.WEBHOOK_LEASE_SECONDS * 1000;
  const owner = deps.newId();
  const lease = () => ({ owner, until: new Date(deps.clock.now().getTime() + leaseMs) });
  const start = (queue: EndpointQueue): void => {
    const drain = drainQueue(context, queue, owner);
    drains.set(drain.endpointId, drain);
    void drain.ended.then(() => drains.delete(drain.endpointId));
  };
  let renewAt = 0;
  return {
    drains: drains as Drains,

    /** Claims due queues, as far as there is room, and starts to drain them. */
    claim: async (): Promise<void> => {
      const room = claimRoom(drains);
      if (room.queues <= 0) return;
      const startedAt = performance.now();
      for (const queue of await deps.queues.claim(room, lease(), deps.clock.now())) {
        const current = drains.get(queue.endpointId);
        // The lease had expired while this process was suspended. A second drain would send everything twice.
        current?.renew(startedAt + leaseMs);
        current?.readAgain();
        if (current === undefined) start(queue);
      }
    },

    /** Lets waiting drains read again whose queues were notified, here or by another instance. */
    checkNotifications: async (): Promise<void> => {
      const waiting = [...drains.values()].filter((drain) => drain.awaitsNotification());
      if (waiting.length === 0) return;
      const counts = await deps.queues.listNotifyCounts(waiting.map((drain) => drain.endpointId));
      for (const drain of waiting) {
        if (drain.notifyCount() !== counts.get(drain.endpointId)) drain.readAgain();
      }
    },

    checkEndpoints: endpointCheck(deps, drains),

    /** Renews the leases four times per lease; stops drains with a lost lease. */
    renew: async (): Promise<void> => {
      if (drains.size === 0 || performance.now() < renewAt) return;
      const startedAt = performance.now();
      renewAt = startedAt + leaseMs / 4;
      const ids = [...drains.keys()];
      const current = [...drains.values()];
      const renewed = await deps.queues.renew(ids, lease(), deps.clock.now());
      // Saved here as well, because a drain may last for days and a killed process saves nothing.
      await deps.queues.saveHealth(current.map((drain) => drain.healthRecord()));
      for (const drain of current) {
        if (!renewed.has(drain.endpointId)) drain.lose();
        else drain.renew(startedAt + leaseMs);
      }
    },
  };
}

/** Stops drains whose endpoint any instance has changed, or whose owner was suspended; at most once a second. */
function endpointCheck({ endpoints }: Pick<Deps, 'endpoints'>, drains: Drains) {
  let checkAt = 0;
  return async (): Promise<void> => {
    if (drains.size === 0 || performance.now() < checkAt) return;
    checkAt = performance.now() + ENDPOINT_CHECK_MS;
    const revisions = await endpoints.listRevisions([...drains.keys()]);
    for (const drain of drains.values()) {
      if (isOutdated(drain, revisions)) drain.stop();
    }
  };
}

const drainContext = (deps: ClaimDeps, drains: Drains): DrainContext => ({
  deps,
  recorder: createAttemptRecorder(deps),
  permits: createPermits(EXTRA_IN_FLIGHT),
  mayStayIdle: () => drains.size < IDLE_QUEUES_BELOW,
  hasRoomFor: (more) => {
    let pending = more;
    for (const drain of drains.values()) pending += drain.pendingCount();
    return pending <= MAX_PENDING_TOTAL;
  },
});

function claimRoom(drains: Drains) {
  const all = [...drains.values()];
  const halfOpen = all.filter((drain) => isHalfOpen(drain.healthRecord().health)).length;
  // A queue claimed while its old drain still ends would have no drain until the lease expires.
  const except = all.filter((drain) => drain.isEnding()).map(({ endpointId }) => endpointId);
  return { queues: MAX_QUEUES - drains.size, halfOpen: MAX_HALF_OPEN - halfOpen, except };
}

const isOutdated = (drain: QueueDrain, revisions: ReadonlyMap<string, number>): boolean =>
  drain.endpointRevision() !== undefined &&
  revisions.get(drain.endpointId) !== drain.endpointRevision();
