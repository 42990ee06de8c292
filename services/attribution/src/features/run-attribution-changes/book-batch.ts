import { type BookedOutcome } from '../../clients/commissions-client.ts';
import {
  addOutcomes,
  type ChangedConversion,
  type ChangePhase,
  type ConversionOutcome,
  totalsOf,
} from '../../domain/attribution-change.ts';
import { type Assessment } from '../../domain/assessment.ts';
import { recredit, restoreCredit } from '../../domain/recredit.ts';
import { type ClaimedChange } from '../../store/attribution-change-store.ts';
import { type RunDeps, STEP_SIZE } from './run-deps.ts';

type BookDeps = Omit<RunDeps, 'replays' | 'trainedModels'>;

/** Lets the books apply the change to the next conversions, and revises their assessments. */
export async function applyBatch(deps: BookDeps, change: ClaimedChange): Promise<void> {
  const { id: changeId, campaignId, settings, modelVersion } = change;
  const batch = await nextBatch(deps, change);
  const conversions = batch.filter(({ skipped }) => skipped === null);
  const booked =
    conversions.length === 0
      ? []
      : await deps.commissionBooks.apply({ changeId, campaignId, conversions });
  await saveBatch(deps, change, {
    phase: 'applied',
    decided: outcomesOf(batch, booked, ({ skipped }) => skipped),
    revise: (assessment, { shares }) =>
      recredit(assessment, { changeId, model: settings.model, modelVersion, shares: [...shares] }),
  });
}

/** Lets the books take the change back on the next conversions, and restores their assessments. */
export async function undoBatch(deps: BookDeps, change: ClaimedChange): Promise<void> {
  const { id: changeId, campaignId, undoId } = change;
  const batch = await nextBatch(deps, change);
  const conversionIds = batch
    .filter(({ applied }) => applied?.skipped === null)
    .map(({ conversionId }) => conversionId);
  const undo = { changeId, undoId: undoId ?? changeId, campaignId, conversionIds };
  const booked = conversionIds.length === 0 ? [] : await deps.commissionBooks.undo(undo);
  await saveBatch(deps, change, {
    phase: 'undone',
    decided: outcomesOf(batch, booked, ({ applied }) => applied?.skipped ?? null),
    revise: (assessment) => restoreCredit(assessment, changeId),
  });
}

const nextBatch = (
  { changedConversions }: Pick<BookDeps, 'changedConversions'>,
  { id, done }: ClaimedChange,
): Promise<ChangedConversion[]> => changedConversions.list(id, { skip: done, limit: STEP_SIZE });

interface Decided {
  readonly conversion: ChangedConversion;
  readonly outcome: ConversionOutcome;
}

/** @param skippedBefore why a conversion was not sent to the books */
function outcomesOf(
  batch: readonly ChangedConversion[],
  booked: readonly BookedOutcome[],
  skippedBefore: (conversion: ChangedConversion) => ConversionOutcome['skipped'],
): readonly Decided[] {
  const byId = new Map(booked.map((outcome) => [outcome.conversionId, outcome]));
  return batch.map((conversion) => {
    const found = byId.get(conversion.conversionId);
    const outcome =
      found === undefined
        ? { skipped: skippedBefore(conversion), moves: [] }
        : { skipped: found.skipped, moves: found.moves };
    return { conversion, outcome };
  });
}

interface Batch {
  readonly phase: Exclude<ChangePhase, 'preview'>;
  readonly decided: readonly Decided[];
  readonly revise: (assessment: Assessment, conversion: ChangedConversion) => Assessment;
}

/** Saves a batch with the place that was reached. */
const saveBatch = (
  deps: BookDeps,
  change: ClaimedChange,
  { phase, decided, revise }: Batch,
): Promise<void> =>
  deps.transaction(async ({ attributionChanges, changedConversions, assessments, credits }) => {
    const moved = decided.filter(({ outcome }) => outcome.skipped === null);
    const found = await assessments.findMany(
      moved.map(({ conversion }) => conversion.conversionId),
    );
    const revised = moved.flatMap(({ conversion }) => {
      const assessment = found.get(conversion.conversionId);
      return assessment === undefined ? [] : [revise(assessment, conversion)];
    });
    await credits.saveMany(revised);
    const outcomes = decided.map(({ conversion: { seq }, outcome }) => ({ seq, outcome }));
    await changedConversions.saveOutcomes(change.id, phase, outcomes);
    const moves = moved.map(({ conversion: { currency }, outcome }) => ({ currency, ...outcome }));
    await changedConversions.addTotals(change.id, phase, totalsOf(moves));
    const counts = addOutcomes(
      change[phase],
      decided.map(({ outcome }) => outcome),
    );
    const done = change.done + decided.length;
    await attributionChanges.saveStep(change, { [phase]: counts, done }, false);
  });
