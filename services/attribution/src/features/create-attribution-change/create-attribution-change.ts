import { conflict, invalidFields } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type AttributionChange, noCounts } from '../../domain/attribution-change.ts';
import { type ModelName, trainedVersion, UNTRAINED_VERSION } from '../../domain/attribution.ts';
import { getChangeBasis } from '../../workflows/change-fingerprint.ts';
import { previewExpiryOf } from '../../workflows/preview-expiry.ts';

type CreateDeps = Pick<
  Deps,
  | 'attributionChanges'
  | 'commissionBooks'
  | 'findSettings'
  | 'trainedModels'
  | 'transaction'
  | 'clock'
  | 'newId'
>;

interface NewChange {
  readonly brandId: string;
  readonly memberId: string;
  readonly campaignId: string;
  readonly model: ModelName;
  readonly from: Date;
  /** Excluded. */
  readonly to: Date;
}

/** Previews of a brand that are neither applied nor expired. */
const MAX_PREVIEWS = 20;

/**
 * Creates a change of which the preview is computed in the background.
 * @throws not_found campaign_not_found; invalid where the period has not ended; conflict too_many_changes; unavailable
 */
export const createAttributionChange =
  (deps: CreateDeps) =>
  async ({ brandId, memberId, campaignId, model, from, to }: NewChange) => {
    const now = deps.clock.now();
    if (to > now) throw invalidFields([{ path: 'end_date', message: 'Must be in the past' }]);
    const { current, campaignName, fingerprint } = await getChangeBasis(deps)(campaignId, brandId);
    if ((await deps.attributionChanges.countPreviews(brandId)) >= MAX_PREVIEWS) {
      throw conflict('too_many_changes', {
        message: `At most ${MAX_PREVIEWS} changes may wait to be applied; they expire after 30 days`,
      });
    }
    const change: AttributionChange = {
      id: deps.newId(),
      ...{ brandId, campaignId, campaignName, fingerprint, from, to },
      settings: { ...current.settings, model },
      ...(await versionOf(deps, campaignId, model)),
      status: 'preparing',
      ...{ preview: noCounts, applied: noCounts, undone: noCounts },
      createdAt: now,
      createdBy: memberId,
      ...{ appliedAt: null, appliedBy: null, undoId: null, undoneAt: null, undoneBy: null },
    };
    await deps.transaction(async ({ attributionChanges }) => {
      await attributionChanges.create(change, previewExpiryOf(now));
      recordChange({ kind: 'attribution_change', id: change.id, after: change });
    });
    return { ...change, done: 0 };
  };

/** A trained model stays the same for the whole change, whenever it is trained again. */
async function versionOf(
  { trainedModels }: Pick<CreateDeps, 'trainedModels'>,
  campaignId: string,
  model: ModelName,
): Promise<Pick<AttributionChange, 'modelVersion' | 'trainedVersion'>> {
  if (model !== 'data_driven') return { modelVersion: `${model}.1`, trainedVersion: null };
  const trained = (await trainedModels.findMany([campaignId])).get(campaignId);
  return trained === undefined
    ? { modelVersion: UNTRAINED_VERSION, trainedVersion: null }
    : { modelVersion: trainedVersion(trained), trainedVersion: trained.version };
}
