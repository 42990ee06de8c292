import { decideChangeUndo, type Recredited } from '../../domain/attribution-change.ts';
import { recreditConversions, type RecreditDeps } from '../../workflows/recredit-conversions.ts';

interface Undo {
  readonly changeId: string;
  readonly undoId: string;
  readonly campaignId: string;
  readonly conversionIds: readonly string[];
}

/**
 * Takes an attribution change back on these conversions, once each.
 * @throws conflict `later_change_applied`
 */
export const undoAttributionChange =
  (deps: RecreditDeps) =>
  ({ changeId, undoId, campaignId, conversionIds }: Undo): Promise<readonly Recredited[]> =>
    recreditConversions(
      deps,
      campaignId,
      conversionIds.map((conversionId) => ({
        conversionId,
        affiliateIds: [],
        decide: (book, _suspended, stamps) => decideChangeUndo(book, { changeId, undoId }, stamps),
      })),
    );
