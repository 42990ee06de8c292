import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideUndo, laterChangeApplied } from '../../domain/attribution-change.ts';
import { type ChangeProgress } from '../../store/attribution-change-store.ts';
import { getOwnChange } from '../../workflows/own-change.ts';

type UndoDeps = Pick<Deps, 'attributionChanges' | 'transaction' | 'clock' | 'newId'>;

/**
 * Lets an applied change be taken back in the background, once however often it is requested.
 * @throws not_found change_not_found; conflict change_not_applied, later_change_applied, change_in_progress
 */
export const undoAttributionChange =
  (deps: UndoDeps) =>
  async (
    { id: brandId, memberId }: Pick<Actor, 'id' | 'memberId'>,
    path: Parameters<typeof getOwnChange>[2],
  ): Promise<ChangeProgress> => {
    await deps.transaction(async ({ attributionChanges }) => {
      const change = await getOwnChange({ attributionChanges }, brandId, path);
      if (!decideUndo(change)) return;
      if (await attributionChanges.hasLater(change)) throw laterChangeApplied();
      const undoId = deps.newId();
      const at = deps.clock.now();
      await attributionChanges.begin(change, { status: 'undoing', at, by: memberId, undoId });
      const { id, status } = change;
      const after = { status: 'undoing', undoId };
      recordChange({ kind: 'attribution_change', id, before: { status }, after });
    });
    return getOwnChange(deps, brandId, path);
  };
