import { type Endpoint, isHeldBack } from '../../domain/endpoint.ts';
import { type DueDelivery } from '../../store/delivery-store.ts';
import { type DrainContext } from './drain-context.ts';
import { type DrainState, dropPending } from './drain-state.ts';

interface Read {
  readonly endpoint: Endpoint;
  readonly due: readonly DueDelivery[];
}

/**
 * The deliveries that may be sent now. Those of a suspended owner are taken out of the queue as they become
 * due, so that neither the fan-out nor the recording of attempts needs to know of suspensions.
 */
export async function withoutHeldBack(
  { deps }: DrainContext,
  state: DrainState,
  { endpoint, due }: Read,
): Promise<readonly DueDelivery[]> {
  if (endpoint.isSuspended !== true) return due;
  const mayWait = [...state.pending, ...due];
  dropPending(state);
  const held = mayWait.filter(({ eventType }) => isHeldBack(endpoint, eventType));
  await deps.deliveries.holdBack(held.map(({ _id }) => _id));
  // The owner may have been reinstated since the endpoint was read, and what was held back then is due again.
  const current = await deps.endpoints.find(endpoint.id);
  if (current?.isSuspended !== true) {
    await deps.deliveries.resume(endpoint.id, deps.clock.now());
    state.mayHaveMore = true;
  }
  return mayWait.filter((delivery) => !held.includes(delivery));
}
