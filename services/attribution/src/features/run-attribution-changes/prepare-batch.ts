import { type AttributionShare } from '@tributary/contracts';
import {
  type AttributionChange,
  addOutcomes,
  type ChangedConversion,
  type SkipReason,
  totalsOf,
} from '../../domain/attribution-change.ts';
import { type BookedOutcome } from '../../clients/commissions-client.ts';
import { attribute } from '../../domain/attribution.ts';
import { type TrainedModel } from '../../domain/data-driven.ts';
import { codeTouchOf } from '../../domain/journey.ts';
import { type ClaimedChange } from '../../store/attribution-change-store.ts';
import { type ReplayedAssessment } from '../../store/replay-store.ts';
import { previewExpiryOf } from '../../workflows/preview-expiry.ts';
import { type RunDeps, STEP_SIZE } from './run-deps.ts';

/** Credits the next conversions by the change's model, and stores what the books would make of them. */
export async function prepareBatch(deps: RunDeps, change: ClaimedChange): Promise<void> {
  const { id: changeId, campaignId, previewCursor, preview } = change;
  const found = await deps.replays.listAfter(campaignId, change, previewCursor, STEP_SIZE);
  const trained = await trainedOf(deps, change);
  const credited = found.assessments.map((assessment) =>
    creditOf(assessment, found.rejected.has(assessment.conversionId), change, trained),
  );
  const outcomes = await previewOf(deps, change, credited);
  const conversions = credited.map(({ assessment, shares, skipped }, index): ChangedConversion => {
    const { conversionId, convertedAt, inputs } = assessment;
    const booked = outcomes.get(conversionId);
    return {
      changeId,
      seq: preview.conversions + index + 1,
      conversionId,
      orderId: inputs?.order.orderId ?? null,
      convertedAt,
      shares,
      currency: booked?.currency ?? '',
      skipped: skipped ?? booked?.skipped ?? null,
      moves: booked?.moves ?? [],
      applied: null,
      undone: null,
    };
  });
  const last = found.assessments.at(-1);
  const isOver = found.assessments.length < STEP_SIZE;
  const expiresAt = previewExpiryOf(change.createdAt);
  await deps.transaction(async ({ attributionChanges, changedConversions }) => {
    await changedConversions.create(conversions, expiresAt);
    await changedConversions.addTotals(changeId, 'preview', totalsOf(conversions), expiresAt);
    const cursor =
      last === undefined ? previewCursor : { convertedAt: last.convertedAt, id: last.conversionId };
    const reached = {
      preview: addOutcomes(preview, conversions),
      previewCursor: cursor,
      ...(isOver ? { status: 'ready' as const } : {}),
    };
    await attributionChanges.saveStep(change, reached, isOver);
  });
}

const trainedOf = (
  { trainedModels }: Pick<RunDeps, 'trainedModels'>,
  { campaignId, trainedVersion }: AttributionChange,
): Promise<TrainedModel | undefined> =>
  trainedVersion === null
    ? Promise.resolve(undefined)
    : trainedModels.findVersion(campaignId, trainedVersion);

interface Credited {
  readonly assessment: ReplayedAssessment;
  /** Empty where it is skipped. */
  readonly shares: readonly AttributionShare[];
  readonly skipped: SkipReason | null;
}

function creditOf(
  assessment: ReplayedAssessment,
  isRejected: boolean,
  { settings }: AttributionChange,
  trained: TrainedModel | undefined,
): Credited {
  const { inputs, convertedAt } = assessment;
  if (isRejected) return { assessment, shares: [], skipped: 'rejected' };
  if (inputs === null) return { assessment, shares: [], skipped: 'not_replayable' };
  const { valueMinor, coupon } = inputs.order;
  const journey = { touches: inputs.touches, convertedAt, ...codeTouchOf(coupon) };
  const { shares } = attribute(journey, settings, { valueMinor, trained });
  return { assessment, shares, skipped: shares.length === 0 ? 'no_path' : null };
}

async function previewOf(
  { commissionBooks }: Pick<RunDeps, 'commissionBooks'>,
  { id: changeId, campaignId }: AttributionChange,
  credited: readonly Credited[],
) {
  const conversions = credited
    .filter(({ skipped }) => skipped === null)
    .map(({ assessment: { conversionId }, shares }) => ({ conversionId, shares }));
  if (conversions.length === 0) return new Map<string, BookedOutcome>();
  const { outcomes } = await commissionBooks.preview({ changeId, campaignId, conversions });
  return new Map(outcomes.map((outcome) => [outcome.conversionId, outcome]));
}
