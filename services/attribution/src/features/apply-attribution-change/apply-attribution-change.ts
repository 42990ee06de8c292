import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { decideApply } from '../../domain/attribution-change.ts';
import { type ChangeProgress } from '../../store/attribution-change-store.ts';
import { getChangeBasis } from '../../workflows/change-fingerprint.ts';
import { getOwnChange } from '../../workflows/own-change.ts';

type ApplyDeps = Pick<
  Deps,
  'attributionChanges' | 'commissionBooks' | 'findSettings' | 'transaction' | 'clock'
>;

/**
 * Lets a previewed change be applied in the background, once however often it is requested.
 * @throws not_found change_not_found; conflict as `decideApply` and change_in_progress; unavailable
 */
export const applyAttributionChange =
  (deps: ApplyDeps) =>
  async (
    { id: brandId, memberId }: Pick<Actor, 'id' | 'memberId'>,
    path: Parameters<typeof getOwnChange>[2],
    given: string,
  ): Promise<ChangeProgress> => {
    const { fingerprint } = await getChangeBasis(deps)(path.campaign_id, brandId);
    await deps.transaction(async ({ attributionChanges }) => {
      const change = await getOwnChange({ attributionChanges }, brandId, path);
      if (!decideApply(change, given, fingerprint)) return;
      const beginning = { status: 'applying' as const, at: deps.clock.now(), by: memberId };
      await attributionChanges.begin(change, beginning);
      const { id, status } = change;
      const after = { status: beginning.status };
      recordChange({ kind: 'attribution_change', id, before: { status }, after });
    });
    return getOwnChange(deps, brandId, path);
  };
