import { isAppError } from '@tributary/errors';
import { SECOND_MS } from '@tributary/units';
import { createSharedReads, keepLastUsed } from '@tributary/work';

/** A call to the owner of a record, for which a caller waits. */
export const OWNER_CALL = { deadlineMs: 2 * SECOND_MS, idempotent: true } as const;

/** How long an id that the owner does not know counts as missing, ms. */
const MISS_MS = SECOND_MS;
const MAX_MISSES = 10_000;

interface Source<Copy, Owned> {
  /** Reads this service's copy. */
  readonly find: (id: string) => Promise<Copy | undefined>;
  /** Requests the record from the owner: undefined, or an error of the kind not_found, where it has no such record. */
  readonly request: (id: string) => Promise<Owned | undefined>;
  /** Stores the owner's answer in the copy, unless the copy is newer. */
  readonly save: (owned: Owned) => Promise<unknown>;
  /** The copy of an answer, for the case that the copy has it no more: an event of an earlier state may have followed. */
  readonly asCopy?: (owned: Owned) => Copy;
  /** False where callers choose the ids, so that one that is unknown now may be created at any moment. */
  readonly remembersMisses?: boolean;
}

const undefinedIfNotFound = (error: unknown): undefined => {
  if (isAppError(error) && error.kind === 'not_found') return undefined;
  throw error;
};

/**
 * Finds records of another service: in this service's copy, else at their owner, because events bring a new record a
 * moment after its creation. Callers that miss the same id at the same time share one call; the copy is written
 * outside their requests.
 * @returns undefined where the owner has no such record either
 * @throws unavailable where the copy has no such record and the owner cannot be reached
 */
export function openOwnerLookup<Copy, Owned>({
  find,
  request,
  save,
  asCopy,
  remembersMisses = true,
}: Source<Copy, Owned>): (id: string) => Promise<Copy | undefined> {
  const misses = keepLastUsed<true>({ max: MAX_MISSES, ttl: MISS_MS });
  const share = createSharedReads<Copy | undefined>();

  const callOwner = async (id: string): Promise<Copy | undefined> => {
    // The call before this one may have answered while this one waited.
    const copy = await find(id);
    if (copy !== undefined || misses.has(id)) return copy;
    const owned = await request(id).catch(undefinedIfNotFound);
    if (owned === undefined) {
      if (remembersMisses) misses.set(id, true);
      return undefined;
    }
    await save(owned);
    return (await find(id)) ?? asCopy?.(owned);
  };

  return async (id) => {
    const copy = await find(id);
    return copy !== undefined || misses.has(id) ? copy : share(id, () => callOwner(id));
  };
}
