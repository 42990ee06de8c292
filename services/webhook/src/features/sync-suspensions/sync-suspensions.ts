import { type Deps } from '../../deps.ts';

interface Suspension {
  readonly ownerId: string;
  readonly isSuspended: boolean;
  readonly changedAt: Date;
}

/**
 * Stops the messages of a suspended owner, or sends those that waited once the owner is reinstated. Every step
 * can be repeated. The drains hold back what becomes due (`deliver-webhooks/hold-back.ts`).
 */
export const syncSuspension =
  (deps: Pick<Deps, 'clock' | 'deliveries' | 'deliverySignal' | 'endpoints' | 'queues'>) =>
  async ({ ownerId, isSuspended, changedAt }: Suspension): Promise<void> => {
    const isSuspendedNow = await deps.endpoints.setSuspended(ownerId, isSuspended, changedAt);
    if (isSuspendedNow) return;
    const endpointIds = await deps.endpoints.listIdsOfOwner(ownerId);
    for (const id of endpointIds) await deps.deliveries.resume(id, deps.clock.now());
    await deps.queues.notify(endpointIds, deps.clock.now());
    deps.deliverySignal.notify();
  };
