import {
  type AssessmentSnapshot,
  conversionsBulkReviewed,
  type DomainEvent,
  type ReviewedConversion,
} from '@tributary/contracts';
import { type AppError, isAppError, notFound, unavailable } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { applyAssessment, creditedBy } from '../domain/assessment.ts';
import { type CapChange, capChanges } from '../domain/caps.ts';
import { type Conversion, type Review, snapshotOf } from '../domain/conversion.ts';
import { decideReview } from '../domain/review.ts';
import { type KnownTiers } from '../domain/tiers.ts';

/** So many in one transaction, and in one question to the others. */
const PER_CHUNK = 100;

export interface ReviewInput {
  readonly conversionIds: readonly string[];
  readonly brandId: string;
  readonly decision: Review['decision'];
  readonly notes: string | null;
}

export interface ReviewedItem {
  readonly id: string;
  readonly status: Conversion['status'];
  readonly commissionCreated: boolean;
}

export interface ReviewedAll {
  /** In the order asked, as far as they could be reviewed. */
  readonly results: readonly ReviewedItem[];
  readonly errors: readonly { readonly id: string; readonly error: AppError }[];
}

/** Asked for just now, with the tiers of those whom they credit. */
interface Assessments {
  readonly byId: ReadonlyMap<string, AssessmentSnapshot>;
  readonly tiers: KnownTiers;
}

const notAssessed = (cause?: unknown) =>
  unavailable('assessment_unavailable', {
    message: 'The conversion has not been assessed yet; please try again in a moment',
    retryAfterSeconds: 1,
    cause,
  });

const unknown = () => notFound('conversion_not_found', { message: 'There is no such conversion' });

/** Assessments of those that have none yet, asked for in one question; none where it fails. */
async function assessMissing(
  deps: Deps,
  conversions: readonly Conversion[],
): Promise<readonly AssessmentSnapshot[]> {
  const missing = conversions.filter(
    ({ assessedAt, status }) => assessedAt === null && status === 'pending',
  );
  if (missing.length === 0) return [];
  try {
    return await deps.remote.assess(missing.map(snapshotOf));
  } catch (error) {
    deps.log.warn({ err: error }, 'conversions could not be assessed for their review');
    return [];
  }
}

async function withTiers(
  deps: Deps,
  assessments: readonly AssessmentSnapshot[],
): Promise<Assessments> {
  const byId = new Map(assessments.map((assessment) => [assessment.conversionId, assessment]));
  return { byId, tiers: await deps.findTiers(assessments.map(creditedBy)) };
}

interface Decided {
  readonly changed: Conversion[];
  readonly capChanges: CapChange[];
  readonly events: DomainEvent<ReviewedConversion>[];
  readonly statuses: Map<string, Conversion['status']>;
  readonly errors: { id: string; error: AppError }[];
}

/** Decides one conversion after the other; a refusal is that item's alone. */
function decideAll(
  ids: readonly string[],
  stored: readonly Conversion[],
  { review, assessments }: { review: Review; assessments: Assessments },
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
    if (conversion === undefined) throw unknown();
    const assessment = assessments.byId.get(id);
    const current =
      assessment === undefined
        ? conversion
        : applyAssessment(conversion, assessment, assessments.tiers);
    const { reviewed, event } = decideReview(current, review);
    if (event !== undefined) {
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

/** Books the commissions of what was approved just now; undefined where the events have to do it. */
async function bookNow(
  deps: Deps,
  events: readonly DomainEvent<ReviewedConversion>[],
): Promise<ReadonlySet<string> | undefined> {
  const approved = events.map(({ data }) => data).filter(({ status }) => status === 'approved');
  if (approved.length === 0) return new Set();
  try {
    return await deps.remote.createCommissions(approved);
  } catch (error) {
    deps.log.warn({ err: error }, 'commissions will be created by the events');
    return undefined;
  }
}

function bulkEvent(deps: Deps, input: ReviewInput, failed: number) {
  const { brandId, decision, conversionIds } = input;
  const processed = conversionIds.length - failed;
  return conversionsBulkReviewed({
    bulkReviewId: deps.newId(),
    brandId,
    decision,
    processed,
    failed,
  });
}

interface Progress {
  readonly results: ReviewedItem[];
  readonly errors: { id: string; error: AppError }[];
  /** Commission did not answer, so the rest is left to the events at once. */
  isCommissionAway: boolean;
}

/** Stores the decisions of one chunk; the last one of a bulk says so for all. */
function storeChunk(
  deps: Deps,
  {
    ids,
    review,
    assessments,
  }: { ids: readonly string[]; review: Review; assessments: Assessments },
  summary: ((failed: number) => DomainEvent) | undefined,
): Promise<Decided> {
  return deps.transaction(async ({ conversions, caps, outbox }) => {
    const stored = await conversions.listOfBrandByIds(ids, review.reviewedBy);
    const outcome = decideAll(ids, stored, { review, assessments });
    await conversions.saveAll(outcome.changed);
    await caps.apply(outcome.capChanges);
    await outbox.add(...outcome.events);
    if (summary !== undefined) await outbox.add(summary(outcome.errors.length));
    return outcome;
  });
}

/**
 * A brand's decision on conversions: stored in chunks with an event for each, then booked. `bulk` adds
 * the event that says so for all. Every part bears being repeated, so a crash is answered by asking again.
 */
export const reviewConversions =
  (deps: Deps) =>
  async (input: ReviewInput, options: { bulk: boolean }): Promise<ReviewedAll> => {
    const { conversionIds, brandId, decision, notes } = input;
    const review: Review = { decision, notes, reviewedBy: brandId, reviewedAt: deps.clock.now() };
    const progress: Progress = { results: [], errors: [], isCommissionAway: false };
    for (let start = 0; start < conversionIds.length; start += PER_CHUNK) {
      const ids = conversionIds.slice(start, start + PER_CHUNK);
      const known = await deps.conversions.listOfBrandByIds(ids, brandId);
      const assessments = await withTiers(deps, await assessMissing(deps, known));
      const isLast = start + PER_CHUNK >= conversionIds.length;
      const summary = (failed: number) => bulkEvent(deps, input, progress.errors.length + failed);
      const decided = await storeChunk(
        deps,
        { ids, review, assessments },
        options.bulk && isLast ? summary : undefined,
      );
      progress.errors.push(...decided.errors);
      const created = progress.isCommissionAway ? undefined : await bookNow(deps, decided.events);
      progress.isCommissionAway = created === undefined;
      for (const [id, status] of decided.statuses) {
        progress.results.push({ id, status, commissionCreated: created?.has(id) ?? false });
      }
    }
    return progress;
  };
