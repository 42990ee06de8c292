import { type Deps } from '../deps.ts';
import { type EndedDelivery } from '../store/delivery-store.ts';

type Parts = Pick<Deps, 'counts' | 'log' | 'clock'>;

/** Why deliveries end whose endpoint is not there any more. */
export const REMOVED = 'The endpoint was removed';

/**
 * Ends all that is still to be tried at an endpoint, a transaction for every few: what has piled up may be
 * more than one of them bears. For as long as `goesOn` holds; the rest is left as it is.
 */
export async function endAll(
  deps: Parts & Pick<Deps, 'transaction'>,
  { endpointId, reason }: Readonly<{ endpointId: string; reason: string }>,
  goesOn: () => boolean,
): Promise<void> {
  while (goesOn()) {
    const ended = await deps.transaction(({ deliveries }) =>
      deliveries.endSome(endpointId, reason),
    );
    if (ended.length === 0) return;
    await countEnded(deps, ended);
  }
}

/**
 * Counts deliveries that failed without an attempt to end them. Not in the transaction that ended
 * them: a day's counts are written all the time, and it would conflict with each of these writes.
 */
export async function countEnded(
  { counts, log, clock }: Parts,
  ended: readonly EndedDelivery[],
): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10);
  const real = ended.filter(({ isTest }) => isTest === undefined);
  const byKey = Map.groupBy(real, ({ ownerId, eventType }) => `${ownerId} ${eventType}`);
  const failures = [...byKey.values()].flatMap((some) =>
    some.slice(0, 1).map(({ ownerId, eventType }) => ({
      ...{ ownerId, day, eventType },
      ...{ sent: 0, succeeded: 0, failed: some.length, attempts: 0, durationMs: 0 },
    })),
  );
  try {
    await counts.add(failures);
  } catch (error) {
    // What failed has failed all the same.
    log.warn({ err: error }, 'failed deliveries were not counted');
  }
}
