import { type Deps } from '../deps.ts';
import { type DeliveryDocument } from '../store/collections.ts';
import { countCancelled } from './cancel-deliveries.ts';

/** Limits the memory of a wide fan-out. */
const DOCUMENTS_PER_WRITE = 1_000;

type EnqueueDeps = Pick<
  Deps,
  'clock' | 'counts' | 'deliveries' | 'deliverySignal' | 'handoff' | 'log' | 'queues'
>;

/**
 * Saves new deliveries, hands those that are due to the drains of this process, and notifies their queues.
 * Deliveries that are stored already stay as they are.
 */
export async function enqueueDeliveries(
  deps: EnqueueDeps,
  documents: Iterable<DeliveryDocument>,
  endpointRevisions: ReadonlyMap<string, number>,
): Promise<void> {
  const now = deps.clock.now();
  /** By endpoint, whether the drain of its queue has accepted all its deliveries. */
  const acceptedAll = new Map<string, boolean>();
  for (const chunk of inChunks(documents, DOCUMENTS_PER_WRITE)) {
    const savedAfter = performance.now();
    const added = await deps.deliveries.addNew(chunk);
    const saved = { documents: chunk, added, savedAfter, endpointRevisions };
    for (const [endpointId, accepted] of handOff(deps, saved)) {
      acceptedAll.set(endpointId, accepted && acceptedAll.get(endpointId) !== false);
    }
    await countCancelled(
      deps,
      added.filter(({ status }) => status === 'failed'),
    );
  }
  await notifyQueues(deps, acceptedAll, now);
}

interface Saved {
  readonly documents: readonly DeliveryDocument[];
  /** Those of `documents` that were not stored before. */
  readonly added: readonly DeliveryDocument[];
  readonly savedAfter: number;
  readonly endpointRevisions: ReadonlyMap<string, number>;
}

/** Offers due deliveries to the drains of this process; returns by endpoint whether all were accepted. */
function handOff(
  { handoff }: Pick<Deps, 'handoff'>,
  { documents, added, savedAfter, endpointRevisions }: Saved,
): Map<string, boolean> {
  const isNew = new Set(added);
  const due = documents.filter(({ status }) => status === 'retrying');
  const acceptedAll = new Map<string, boolean>();
  for (const [endpointId, some] of Map.groupBy(due, (document) => document.endpointId)) {
    // A delivery that was stored before may have been sent already.
    const deliveries = some.filter((document) => isNew.has(document));
    const endpointRevision = endpointRevisions.get(endpointId) ?? 0;
    const accepted = handoff.offer(endpointId, { deliveries, savedAfter, endpointRevision });
    acceptedAll.set(endpointId, accepted && deliveries.length === some.length);
  }
  return acceptedAll;
}

/** Notifies the queues in every process. A drain that accepted all deliveries need not read again. */
async function notifyQueues(
  { deliverySignal, handoff, queues }: Pick<Deps, 'deliverySignal' | 'handoff' | 'queues'>,
  acceptedAll: ReadonlyMap<string, boolean>,
  now: Date,
): Promise<void> {
  for (const [endpointId, accepted] of acceptedAll) {
    if (accepted) handoff.skipNotification(endpointId);
  }
  await queues.notify([...acceptedAll.keys()], now);
  if ([...acceptedAll.values()].includes(false)) deliverySignal.notify();
}

function* inChunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length === size) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
