import { type Deps } from '../deps.ts';
import { type EndedDelivery } from '../store/delivery-store.ts';

type Parts = Pick<Deps, 'counts' | 'log' | 'clock'>;

/**
 * Ends all that is still to be tried at an endpoint, within a transaction. Answers what is to be
 * counted once that is committed.
 */
export async function endOpen(
  deliveries: Pick<Deps['deliveries'], 'endSome'>,
  endpointId: string,
  reason: string,
): Promise<EndedDelivery[]> {
  const ended: EndedDelivery[] = [];
  for (;;) {
    const some = await deliveries.endSome(endpointId, reason);
    if (some.length === 0) return ended;
    ended.push(...some);
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
