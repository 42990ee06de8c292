import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type PersonSearch } from '../../domain/customer-erasure.ts';
import { type CustomerErasureDocument } from '../../store/collections.ts';
import { eraseStep } from '../../workflows/erase-customer.ts';

type RequestDeps = Pick<Deps, 'clock' | 'newId' | 'transaction'>;

/** Saves that a person's data is to be erased. @returns the receipt */
export const requestErasure =
  ({ clock, newId, transaction }: RequestDeps) =>
  (search: PersonSearch, requestedBy: string): Promise<CustomerErasureDocument> =>
    transaction(async ({ customerErasures }) => {
      const now = clock.now();
      const erasure = await customerErasures.add({ id: newId(), search, requestedBy, now });
      const { _id: id, by, brandId } = erasure;
      recordChange({ kind: 'customer_erasure', id, after: { by, brandId } });
      return erasure;
    });

type EraseDeps = Pick<Deps, 'clickCache' | 'clock' | 'customerErasures' | 'transaction'>;

/**
 * Erases what is left of one erasure, each step in a transaction with the receipt, so that it can be interrupted and
 * counts every document once.
 */
async function eraseAll(deps: EraseDeps, erasureId: string): Promise<void> {
  const { clickCache, clock, transaction } = deps;
  for (let isMore = true; isMore;) {
    const step = await transaction(async ({ customerErasures, ...stores }) => {
      // Another instance may have gone on after this one's lease.
      const erasure = await customerErasures.find(erasureId);
      if (erasure === null || erasure.search === null) return undefined;
      const { by, brandId, search: value, position: after } = erasure;
      const erased = await eraseStep(stores, { search: { by, value, brandId }, after, erasureId });
      const { clickIds: _ids, ...saved } = erased;
      await customerErasures.saveStep(erasureId, saved, clock.now());
      return erased;
    });
    if (step === undefined) return;
    await clickCache.forget(step.clickIds);
    isMore = step.position !== undefined;
  }
}

/** Erases the next person who is due. @returns whether there was one */
export const eraseNextCustomer = async (deps: EraseDeps): Promise<boolean> => {
  const next = await deps.customerErasures.claim(deps.clock.now());
  if (next === null) return false;
  await eraseAll(deps, next._id);
  return true;
};
