import { type Deps } from '../deps.ts';
import { type CancelledDelivery } from '../store/delivery-store.ts';

type CountDeps = Pick<Deps, 'counts' | 'log' | 'clock'>;

/**
 * Cancels all pending deliveries of an endpoint, with one transaction per batch, because a backlog may be
 * more than one transaction can hold. Stops early when `mayContinue` is false.
 */
export async function cancelAll(
  deps: CountDeps & Pick<Deps, 'transaction'>,
  { endpointId, reason }: Readonly<{ endpointId: string; reason: string }>,
  mayContinue: () => boolean,
): Promise<void> {
  while (mayContinue()) {
    const cancelled = await deps.transaction(({ deliveries }) =>
      deliveries.cancelSome(endpointId, reason),
    );
    if (cancelled.length === 0) return;
    await countCancelled(deps, cancelled);
  }
}

/**
 * Adds cancelled deliveries to the statistics as failed. Called after the transaction that cancelled
 * them, because the attempts of other deliveries update the same counts all the time and would conflict.
 */
export async function countCancelled(
  { counts, log, clock }: CountDeps,
  cancelled: readonly CancelledDelivery[],
): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10);
  const counted = cancelled.filter(({ isTest }) => isTest === undefined);
  const byKey = Map.groupBy(counted, ({ ownerId, eventType }) => `${ownerId} ${eventType}`);
  const increments = [...byKey.values()].flatMap((some) =>
    some.slice(0, 1).map(({ ownerId, eventType }) => ({
      ...{ ownerId, day, eventType },
      ...{ sent: 0, succeeded: 0, failed: some.length, attempts: 0, durationMs: 0 },
    })),
  );
  try {
    await counts.add(increments);
  } catch (error) {
    // The deliveries are cancelled already; only the statistics lack them.
    log.warn({ err: error }, 'cancelled deliveries are missing in the statistics');
  }
}
