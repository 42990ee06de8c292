import { type Deps } from '../deps.ts';
import { type Decision, decideRestored, decideSettled } from '../domain/payout-steps.ts';
import { type LoadedPayout } from '../store/payout-documents.ts';
import { type PayoutChange } from './payout-writer.ts';

export type SaveDeps = Pick<Deps, 'clock' | 'log' | 'payoutWriter'>;

/** Saves a decision with its events, unless the payout changed meanwhile. */
export const saveDecision = (
  deps: SaveDeps,
  loaded: LoadedPayout,
  decided: Decision,
): Promise<void> => save(deps, loaded, () => Promise.resolve(decided));

/** Completes a settled payout and issues its invoice in the same commit. */
export const saveSettled = (deps: SaveDeps, loaded: LoadedPayout): Promise<void> =>
  save(deps, loaded, async ({ invoices }) => {
    const { id, affiliateId } = loaded.payout;
    const number = await invoices.issue(id, affiliateId, deps.clock.now());
    return decideSettled(loaded.payout, number);
  });

/** Ends a reversed payout and issues the credit note that cancels its invoice in the same commit. */
export const saveRestored = (deps: SaveDeps, loaded: LoadedPayout): Promise<void> =>
  save(deps, loaded, async ({ invoices }) => {
    const { payout } = loaded;
    const { id, affiliateId, invoiceNumber } = payout;
    if (invoiceNumber === null) return decideRestored(payout, null);
    const number = await invoices.issueCreditNote(id, affiliateId, deps.clock.now());
    return decideRestored(payout, number);
  });

async function save(
  deps: Pick<Deps, 'log' | 'payoutWriter'>,
  loaded: LoadedPayout,
  decide: PayoutChange['decide'],
): Promise<void> {
  const facts = { payout_id: loaded.payout.id, from: loaded.payout.step };
  const isSaved = await deps.payoutWriter.save({ loaded, decide });
  deps.log.info(facts, isSaved ? 'payout step done' : 'the payout changed meanwhile');
}
