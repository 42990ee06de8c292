import { recordChange } from '@tributary/mongo';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import {
  firstProgress,
  identifiersOf,
  type PersonIdentifier,
  progressAfter,
} from '../../domain/customer-erasure.ts';
import { type CustomerErasureDocument } from '../../store/customer-erasure-document.ts';
import { type CustomerErasureStore, type ErasureStep } from '../../store/customer-erasure-store.ts';
import { type ErasingStores, eraseStep } from '../../workflows/erase-customer.ts';

type RequestDeps = Pick<Deps, 'clock' | 'newId' | 'transaction'>;

interface ErasureRequest {
  /** At least one. */
  readonly identifiers: readonly PersonIdentifier[];
  /** Whose orders; null for those of every brand. */
  readonly brandId: string | null;
  readonly requestedBy: string;
}

/** Saves that a person's data is to be erased. @returns the receipt */
export const requestErasure =
  ({ clock, newId, transaction }: RequestDeps) =>
  (request: ErasureRequest): Promise<CustomerErasureDocument> =>
    transaction(async ({ customerErasures }) => {
      const now = clock.now();
      const erasure = await customerErasures.add({ id: newId(), ...request, now });
      const { _id: id, by, brandId } = erasure;
      recordChange({ kind: 'customer_erasure', id, after: { by, brandId } });
      return erasure;
    });

/** Until an erasure that failed is tried again, ms. */
const AGAIN_AFTER_MS = 5 * SECOND_MS;

type EraseDeps = Pick<Deps, 'clickCache' | 'clock' | 'config' | 'customerErasures' | 'transaction'>;

interface Scope extends ErasingStores {
  readonly customerErasures: CustomerErasureStore;
}

/** What the next step of an erasure does; undefined once all is done. */
function nextStepOf(erasure: CustomerErasureDocument | null) {
  // Another instance may have gone on after this one's lease.
  if (erasure === null || erasure.search === null) return undefined;
  const { _id: erasureId, by, brandId, search, pass = 1, at = 0, position, remembered } = erasure;
  const identifiers = identifiersOf({ by, search });
  const identifier = identifiers[at];
  if (identifier === undefined) return undefined;
  const begins = at === firstProgress.at && position === firstProgress.position;
  return {
    progress: { pass, at, position },
    identifiers: identifiers.length,
    step: {
      ...{ search: { ...identifier, brandId }, after: position, erasureId },
      ...(pass === 2 && begins ? { remembered } : {}),
    },
  };
}

/** Erases the next orders of a person. @returns what it erased, and whether the pass goes on; undefined where all is done */
async function eraseNext(
  { clock, config }: Pick<EraseDeps, 'clock' | 'config'>,
  { customerErasures, ...stores }: Scope,
  erasureId: string,
): Promise<{ readonly step: ErasureStep; readonly goesOn: boolean } | undefined> {
  const planned = nextStepOf(await customerErasures.find(erasureId));
  if (planned === undefined) return undefined;
  const { progress, identifiers } = planned;
  const step = await eraseStep(stores, planned.step);
  const next = progressAfter(progress, step.position, identifiers);
  const now = clock.now();
  if (next === undefined) {
    await customerErasures.saveLastStep(erasureId, step, now);
    return { step, goesOn: false };
  }
  const goesOn = next.pass === progress.pass;
  const delayMs = config.CUSTOMER_ERASURE_SECOND_PASS_SECONDS * SECOND_MS;
  const dueAt = new Date(now.getTime() + delayMs);
  await customerErasures.saveStep(erasureId, step, goesOn ? next : { ...next, dueAt });
  return { step, goesOn };
}

/**
 * Erases what is left of a pass of one erasure, each step in a transaction with the receipt, so that it can be
 * interrupted and counts every document once.
 */
async function erasePass(deps: EraseDeps, erasureId: string): Promise<void> {
  for (let goesOn = true; goesOn;) {
    const done = await deps.transaction((scope) => eraseNext(deps, scope, erasureId));
    if (done === undefined) return;
    await deps.clickCache.forget(done.step.found.clickIds);
    ({ goesOn } = done);
  }
}

/** Erases the next person who is due; one that fails is due again soon, after others. @returns whether there was one */
export const eraseNextCustomer = async (deps: EraseDeps): Promise<boolean> => {
  const { clock, customerErasures } = deps;
  const next = await customerErasures.claim(clock.now());
  if (next === null) return false;
  try {
    await erasePass(deps, next._id);
  } catch (error) {
    // Where this fails as well, the claim ends by itself.
    const dueAt = new Date(clock.now().getTime() + AGAIN_AFTER_MS);
    await customerErasures.release(next._id, dueAt).catch(() => undefined);
    throw error;
  }
  return true;
};
