import { randomUUIDv7 } from 'node:crypto';
import { currentContext, currentDeadline } from '@tributary/context';
import {
  type AssessmentSnapshot,
  conversionsBulkReviewed,
  type DomainEvent,
} from '@tributary/contracts';
import { type AppError, unavailable } from '@tributary/errors';
import {
  type CapturedRequest,
  captureRequest,
  recordChangesOf,
  runBatch,
  type Transaction,
} from '@tributary/mongo';
import { type Logger, openErrorReport, type ServiceMetrics } from '@tributary/service';
import { storedTraceparent } from '@tributary/tracing';
import { SECOND_MS } from '@tributary/units';
import { createBatcher } from '@tributary/work';
import { type AttributionClient } from '../clients/attribution-client.ts';
import { type ApprovedConversion, type CommissionClient } from '../clients/commission-client.ts';
import { applyAssessment, creditedBy } from '../domain/assessment.ts';
import { capChanges, type CreditChange } from '../domain/caps.ts';
import { type Conversion, type Review } from '../domain/conversion.ts';
import { type ReviewedItem } from '../domain/review.ts';
import { type Decided, decideReviews } from '../domain/review-batch.ts';
import { type KnownTiers } from '../domain/tiers.ts';
import { type CapStore } from '../store/cap-store.ts';
import { type ConversionStore } from '../store/conversion-store.ts';
import { type FindTiers } from '../store/tier-store.ts';
import { openReviewAssessor } from './assess-reviewed.ts';

/** Conversions in one transaction, those of several requests included: it ends within its time limit on a busy machine. */
const MAX_PER_COMMIT = 100;
/** Transactions at the same time, so that one is prepared while the database works on the other. */
const COMMITS_AT_ONCE = 2;
/** A request begins no further part with less time left, ms: two transactions and their bookings. */
const MIN_TIME_LEFT_MS = 10 * SECOND_MS;
/** Conversions in one call to commission, which accepts no more. */
const MAX_PER_BOOKING = 500;
/** Calls to commission at the same time: one that waits for its database holds up no others. */
const BOOKINGS_AT_ONCE = 4;
const MAX_WAITING = 5_000;

export interface ReviewInput {
  readonly conversionIds: readonly string[];
  readonly brandId: string;
  readonly decision: Review['decision'];
  readonly notes: string | null;
  readonly reason?: Review['reason'];
}

export interface ReviewResult {
  /** The reviewed conversions, in the order of the request. */
  readonly results: readonly ReviewedItem[];
  readonly errors: readonly { readonly id: string; readonly error: AppError }[];
}

interface Scope {
  readonly conversions: ConversionStore;
  readonly caps: CapStore;
}

interface ReviewerParts {
  readonly attributionClient: AttributionClient;
  readonly clock: { now(): Date };
  readonly commissionClient: CommissionClient;
  readonly conversions: ConversionStore;
  readonly findTiers: FindTiers;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly newId: () => string;
  readonly transaction: Transaction<Scope>;
}

interface Reviewer extends ReviewerParts {
  readonly reportBooking: (error: unknown) => void;
}

/** The conversions of one request that are stored in one transaction. */
interface Part {
  readonly ids: readonly string[];
  readonly review: Review;
  /** Those that the conversions lacked. */
  readonly assessments: readonly AssessmentSnapshot[];
  readonly request: CapturedRequest;
  /** The summary of a bulk review, stored with its last part. */
  readonly summary: ((failed: number) => DomainEvent) | undefined;
}

/** New assessments, with the tiers of the affiliates that they credit. */
interface Assessments {
  readonly byId: ReadonlyMap<string, AssessmentSnapshot>;
  readonly tiers: KnownTiers;
}

function creditOf(before: Conversion, { byId, tiers }: Assessments): CreditChange {
  const assessment = byId.get(before.id);
  const after = assessment === undefined ? before : applyAssessment(before, assessment, tiers);
  return { before, after };
}

async function withTiers(
  { findTiers }: ReviewerParts,
  assessments: readonly AssessmentSnapshot[],
): Promise<Assessments> {
  const byId = new Map(assessments.map((assessment) => [assessment.conversionId, assessment]));
  return { byId, tiers: await findTiers(assessments.map(creditedBy)) };
}

/** Names the new statuses for the audit log; the rest of a conversion is in its own record. */
const recordReviews = ({ request }: Part, { changes }: Decided): void => {
  recordChangesOf(
    request,
    changes.map(({ before, after }) => ({
      kind: 'conversion',
      id: before.id,
      before: { status: before.status },
      after: { status: after.status },
    })),
  );
};

/** Stores the decisions of several requests in one transaction, with their events and audit entries. */
async function storeParts(deps: Reviewer, parts: readonly Part[]): Promise<readonly Decided[]> {
  const ids = [...new Set(parts.flatMap((part) => part.ids))];
  const brandIds = [...new Set(parts.map(({ review }) => review.reviewedBy))];
  const assessments = await withTiers(
    deps,
    parts.flatMap((part) => part.assessments),
  );
  return deps.transaction(async ({ conversions, caps, outbox }) => {
    const stored = await conversions.listOfBrandsByIds(ids, brandIds);
    const credited = await caps.credit(stored.map((before) => creditOf(before, assessments)));
    await conversions.saveAll(credited);
    const current = new Map(credited.map((conversion) => [conversion.id, conversion]));
    const decided = parts.map((part) => decideReviews(part, current));
    const changes = decided.flatMap((one) => one.changes);
    await conversions.saveAll(changes.map(({ after }) => after));
    await caps.apply(changes.flatMap(({ before, after }) => capChanges(before, after)));
    for (const [index, part] of parts.entries()) {
      const own = decided[index];
      if (own === undefined) continue;
      const summary = part.summary?.(own.errors.length);
      const events = [...own.changes.map(({ event }) => event), ...(summary ? [summary] : [])];
      await part.request(() => outbox.add(...events));
      recordReviews(part, own);
    }
    return decided;
  });
}

/** Books the commissions of approved conversions; for each whether it has one now, false where commission is unavailable. */
async function bookCommissions(
  { commissionClient, reportBooking }: Reviewer,
  approved: readonly ApprovedConversion[],
): Promise<readonly boolean[]> {
  try {
    const created = await commissionClient.createCommissions(approved);
    return approved.map(({ conversion }) => created.has(conversion.conversionId));
  } catch (error) {
    reportBooking(error);
    return approved.map(() => false);
  }
}

function bulkEvent({ newId }: ReviewerParts, input: ReviewInput, failed: number) {
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

function openBatchers(parts: ReviewerParts) {
  const report = (message: string) => openErrorReport(parts, 'review-conversions', message);
  const reportAssessing = report('conversions could not be assessed for their review');
  const deps: Reviewer = {
    ...parts,
    reportBooking: report('commission is unavailable; the events create the commissions'),
  };
  const stores = createBatcher<Part, Decided>({
    maxItems: MAX_PER_COMMIT,
    atOnce: COMMITS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    weightOf: ({ ids }) => ids.length,
    run: runBatch((items) => storeParts(deps, items)),
  });
  const bookings = createBatcher<ApprovedConversion, boolean>({
    maxItems: MAX_PER_BOOKING,
    atOnce: BOOKINGS_AT_ONCE,
    maxWaiting: MAX_WAITING,
    run: (approved) => bookCommissions(deps, approved),
  });
  return { assessor: openReviewAssessor({ ...parts, reportAssessing }), stores, bookings };
}

/** The ids of approved conversions that have commissions now. */
async function book(
  { bookings }: ReturnType<typeof openBatchers>,
  { changes }: Decided,
): Promise<readonly string[]> {
  const correlationId = currentContext()?.correlationId ?? randomUUIDv7();
  const booked = await Promise.all(
    changes.map(async ({ event: { data: conversion } }) => {
      if (conversion.status !== 'approved') return [];
      // Where too many bookings wait, the event creates the commission.
      const approved = { conversion, correlationId, ...storedTraceparent() };
      const isBooked = await bookings.add(approved).catch(() => false);
      return isBooked ? [conversion.conversionId] : [];
    }),
  );
  return booked.flat();
}

/** The conversions of a request in parts, each of which fits a transaction. */
const partsOf = ({ conversionIds }: ReviewInput): (readonly string[])[] =>
  Array.from({ length: Math.ceil(conversionIds.length / MAX_PER_COMMIT) }, (_, page) =>
    conversionIds.slice(page * MAX_PER_COMMIT, (page + 1) * MAX_PER_COMMIT),
  );

/** Whether the caller waits long enough for another part. */
const hasTime = (): boolean => (currentDeadline()?.remainingMs() ?? Infinity) >= MIN_TIME_LEFT_MS;

/** The conversions that a review does not reach in its time; sent again, they are reviewed. */
const refuse = (ids: readonly string[]) =>
  ids.map((id) => ({
    id,
    error: unavailable('not_reviewed_in_time', {
      message: 'The review did not reach this conversion in its time: send it again',
    }),
  }));

/**
 * Reviews conversions for brands. Requests that arrive at the same time share a transaction and a call to
 * commission; each leaves its own events and audit entry. `bulk` adds an event for the whole review. Each step can
 * be repeated, so a caller repeats the request after a crash.
 */
export function openReviewer(deps: ReviewerParts) {
  const batchers = openBatchers(deps);
  return async (input: ReviewInput, options: { bulk: boolean }): Promise<ReviewResult> => {
    const { brandId: reviewedBy, decision, notes, reason } = input;
    const review: Review = {
      ...{ decision, notes, reviewedBy, reviewedAt: deps.clock.now() },
      ...(reason === undefined ? {} : { reason }),
    };
    const request = captureRequest();
    const statuses = new Map<string, Conversion['status']>();
    const errors: { id: string; error: AppError }[] = [];
    const bookings: Promise<readonly string[]>[] = [];
    const { findUnassessed, assess } = batchers.assessor;
    const unassessed = await findUnassessed({ ids: input.conversionIds, brandId: reviewedBy });
    const parts = partsOf(input);
    for (let ids = parts.shift(); ids !== undefined; ids = parts.shift()) {
      if (!hasTime()) errors.push(...refuse(parts.splice(0).flat()));
      const isLast = parts.length === 0;
      const failedBefore = errors.length;
      const summary = (failed: number) => bulkEvent(deps, input, failedBefore + failed);
      const assessments = await assess(unassessed.filter(({ id }) => ids.includes(id)));
      const decided = await batchers.stores.add({
        ...{ ids, review, request, assessments },
        summary: options.bulk && isLast ? summary : undefined,
      });
      bookings.push(book(batchers, decided));
      for (const [id, status] of decided.statuses) statuses.set(id, status);
      errors.push(...decided.errors);
    }
    const booked = new Set((await Promise.all(bookings)).flat());
    return {
      results: [...statuses].map(([id, status]) => ({
        id,
        status,
        commissionCreated: booked.has(id),
      })),
      errors,
    };
  };
}
