import {
  type AssessmentSnapshot,
  conversionsBulkReviewed,
  type DomainEvent,
  type ReviewedConversion,
} from '@tributary/contracts';
import { type AppError, isAppError, notFound, unavailable } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { applyAssessment, creditedBy } from '../domain/assessment.ts';
import { type CapChange, capChanges } from '../domain/caps.ts';
import { type Conversion, type Review, snapshotOf } from '../domain/conversion.ts';
import { decideReview, requireApprovable, type ReviewedItem } from '../domain/review.ts';
import { type KnownTiers } from '../domain/tiers.ts';

/** Conversions in one transaction, and in one call to another service. */
const CHUNK_SIZE = 100;

export interface ReviewInput {
  readonly conversionIds: readonly string[];
  readonly brandId: string;
  readonly decision: Review['decision'];
  readonly notes: string | null;
}

export interface ReviewResult {
  /** The reviewed conversions, in the order of the request. */
  readonly results: readonly ReviewedItem[];
  readonly errors: readonly { readonly id: string; readonly error: AppError }[];
}

export type ReviewDeps = Pick<
  Deps,
  | 'attributionClient'
  | 'clock'
  | 'commissionClient'
  | 'conversions'
  | 'findTiers'
  | 'log'
  | 'newId'
  | 'transaction'
>;

/** New assessments, with the tiers of the affiliates that they credit. */
interface Assessments {
  readonly byId: ReadonlyMap<string, AssessmentSnapshot>;
  readonly tiers: KnownTiers;
}

const notAssessed = () =>
  unavailable('assessment_unavailable', {
    message: 'The conversion has not been assessed yet; please try again in a moment',
    retryAfterSeconds: 1,
  });

const conversionNotFound = () =>
  notFound('conversion_not_found', { message: 'There is no such conversion' });

/** Requests the missing assessments in one call; none where the call fails. */
async function assessMissing(
  { attributionClient, log }: ReviewDeps,
  conversions: readonly Conversion[],
): Promise<readonly AssessmentSnapshot[]> {
  const missing = conversions.filter(
    ({ assessedAt, status }) => assessedAt === null && status === 'pending',
  );
  if (missing.length === 0) return [];
  try {
    return await attributionClient.assess(missing.map(snapshotOf));
  } catch (error) {
    log.warn({ err: error }, 'conversions could not be assessed for their review');
    return [];
  }
}

async function withTiers(
  { findTiers }: ReviewDeps,
  assessments: readonly AssessmentSnapshot[],
): Promise<Assessments> {
  const byId = new Map(assessments.map((assessment) => [assessment.conversionId, assessment]));
  return { byId, tiers: await findTiers(assessments.map(creditedBy)) };
}

interface Decided {
  readonly changed: Conversion[];
  readonly capChanges: CapChange[];
  readonly events: DomainEvent<ReviewedConversion>[];
  readonly statuses: Map<string, Conversion['status']>;
  readonly errors: { id: string; error: AppError }[];
}

interface Context {
  readonly review: Review;
  readonly assessments: Assessments;
}

/** Decides each conversion on its own; an error concerns that conversion only. */
function decideAll(
  ids: readonly string[],
  stored: readonly Conversion[],
  { review, assessments }: Context,
): Decided {
  const byId = new Map(stored.map((conversion) => [conversion.id, conversion]));
  const decided: Decided = {
    changed: [],
    capChanges: [],
    events: [],
    statuses: new Map(),
    errors: [],
  };
  const decide = (id: string): void => {
    const conversion = byId.get(id);
    if (conversion === undefined) throw conversionNotFound();
    const assessment = assessments.byId.get(id);
    const current =
      assessment === undefined
        ? conversion
        : applyAssessment(conversion, assessment, assessments.tiers);
    const { reviewed, event } = decideReview(current, review);
    if (event !== undefined) {
      if (review.decision === 'approved') requireApprovable(conversion);
      if (current.assessedAt === null) throw notAssessed();
      decided.changed.push(reviewed);
      decided.capChanges.push(...capChanges(conversion, reviewed));
      decided.events.push(event);
    }
    decided.statuses.set(id, reviewed.status);
  };
  for (const id of ids) {
    try {
      decide(id);
    } catch (error) {
      if (!isAppError(error)) throw error;
      decided.errors.push({ id, error });
    }
  }
  return decided;
}

/** Books the commissions of approved conversions; undefined where commission is unavailable. */
async function bookCommissions(
  { commissionClient, log }: ReviewDeps,
  events: readonly DomainEvent<ReviewedConversion>[],
): Promise<ReadonlySet<string> | undefined> {
  const approved = events.map(({ data }) => data).filter(({ status }) => status === 'approved');
  if (approved.length === 0) return new Set();
  try {
    return await commissionClient.createCommissions(approved);
  } catch (error) {
    log.warn({ err: error }, 'commission is unavailable; the events create the commissions');
    return undefined;
  }
}

function bulkEvent({ newId }: ReviewDeps, input: ReviewInput, failed: number) {
  const { brandId, decision, conversionIds } = input;
  const processed = conversionIds.length - failed;
  return conversionsBulkReviewed({
    bulkReviewId: newId(),
    brandId,
    decision,
    processed,
    failed,
  });
}

interface Progress {
  readonly results: ReviewedItem[];
  readonly errors: { id: string; error: AppError }[];
  /** Commission did not answer, so that the remaining commissions are left to the events. */
  isCommissionAway: boolean;
}

interface Chunk {
  readonly ids: readonly string[];
  readonly review: Review;
  readonly assessments: Assessments;
}

/** Names the new statuses for the audit log; the rest of a conversion is in its own record. */
function recordReviews(stored: readonly Conversion[], changed: readonly Conversion[]): void {
  const statuses = new Map(stored.map(({ id, status }) => [id, status]));
  for (const { id, status } of changed) {
    recordChange({
      kind: 'conversion',
      id,
      before: { status: statuses.get(id) },
      after: { status },
    });
  }
}

/** Stores the decisions of one chunk; the last chunk of a bulk review publishes its summary. */
function storeChunk(
  { transaction }: ReviewDeps,
  { ids, review, assessments }: Chunk,
  summary: ((failed: number) => DomainEvent) | undefined,
): Promise<Decided> {
  return transaction(async ({ conversions, caps, outbox }) => {
    const stored = await conversions.listOfBrandByIds(ids, review.reviewedBy);
    const outcome = decideAll(ids, stored, { review, assessments });
    await conversions.saveAll(outcome.changed);
    recordReviews(stored, outcome.changed);
    await caps.apply(outcome.capChanges);
    await outbox.add(...outcome.events);
    if (summary !== undefined) await outbox.add(summary(outcome.errors.length));
    return outcome;
  });
}

/**
 * Reviews conversions for a brand: stores the decisions in chunks with an event for each, then books the
 * commissions. `bulk` adds an event for the whole review. Each step can be repeated, so a caller repeats
 * the request after a crash.
 */
export const reviewConversions =
  (deps: ReviewDeps) =>
  async (input: ReviewInput, options: { bulk: boolean }): Promise<ReviewResult> => {
    const { conversionIds, brandId, decision, notes } = input;
    const review: Review = { decision, notes, reviewedBy: brandId, reviewedAt: deps.clock.now() };
    const progress: Progress = { results: [], errors: [], isCommissionAway: false };
    for (let start = 0; start < conversionIds.length; start += CHUNK_SIZE) {
      const ids = conversionIds.slice(start, start + CHUNK_SIZE);
      const known = await deps.conversions.listOfBrandByIds(ids, brandId);
      const assessments = await withTiers(deps, await assessMissing(deps, known));
      const isLast = start + CHUNK_SIZE >= conversionIds.length;
      const summary = (failed: number) => bulkEvent(deps, input, progress.errors.length + failed);
      const decided = await storeChunk(
        deps,
        { ids, review, assessments },
        options.bulk && isLast ? summary : undefined,
      );
      progress.errors.push(...decided.errors);
      const created = progress.isCommissionAway
        ? undefined
        : await bookCommissions(deps, decided.events);
      progress.isCommissionAway = created === undefined;
      for (const [id, status] of decided.statuses) {
        progress.results.push({ id, status, commissionCreated: created?.has(id) ?? false });
      }
    }
    return progress;
  };
