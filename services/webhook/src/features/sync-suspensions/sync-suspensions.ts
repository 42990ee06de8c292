import { type SuspensionChange } from '@tributary/service';
import { type Deps } from '../../deps.ts';

/**
 * Stops the messages of a suspended owner, or sends those that waited once the owner is reinstated. Every step
 * can be repeated. The drains hold back what becomes due (`deliver-webhooks/hold-back.ts`).
 */
export const syncSuspension =
  (deps: Pick<Deps, 'clock' | 'deliveries' | 'deliverySignal' | 'endpoints' | 'queues'>) =>
  async ({ accountId: ownerId, isSuspended, changedAt }: SuspensionChange): Promise<void> => {
    const isSuspendedNow = await deps.endpoints.setSuspended(ownerId, isSuspended, changedAt);
    if (isSuspendedNow) return;
    const endpointIds = await deps.endpoints.listIdsOfOwner(ownerId);
    for (const id of endpointIds) await deps.deliveries.resume(id, deps.clock.now());
    await deps.queues.notify(endpointIds, deps.clock.now());
    deps.deliverySignal.notify();
  };
