import { type DomainEvent, type ReviewedConversion } from '@tributary/contracts';
import { type AppError, isAppError, notFound, unavailable } from '@tributary/errors';
import { type Conversion, type Review } from './conversion.ts';
import { decideReview, requireApprovable } from './review.ts';

const notAssessed = () =>
  unavailable('assessment_unavailable', {
    message: 'The conversion has not been assessed yet; please try again in a moment',
    retryAfterSeconds: 1,
  });

const conversionNotFound = () =>
  notFound('conversion_not_found', { message: 'There is no such conversion' });

export interface Change {
  readonly before: Conversion;
  readonly after: Conversion;
  readonly event: DomainEvent<ReviewedConversion>;
}

/** The decisions of one review. */
export interface Decided {
  readonly changes: readonly Change[];
  readonly statuses: ReadonlyMap<string, Conversion['status']>;
  readonly errors: readonly { readonly id: string; readonly error: AppError }[];
}

interface Decision {
  readonly status: Conversion['status'];
  /** Absent for a repeated decision. */
  readonly change?: Change;
}

/** @throws conversion_not_found, already_reviewed, affiliate_suspended, assessment_unavailable */
function decideOne(before: Conversion | undefined, review: Review): Decision {
  if (before?.brandId !== review.reviewedBy) throw conversionNotFound();
  const { reviewed, event } = decideReview(before, review);
  if (event === undefined) return { status: reviewed.status };
  if (review.decision === 'approved') requireApprovable(before);
  if (before.assessedAt === null) throw notAssessed();
  return { status: reviewed.status, change: { before, after: reviewed, event } };
}

/** Decides each conversion on its own; an error concerns that conversion only. Updates `conversions`. */
export function decideReviews(
  { ids, review }: { readonly ids: readonly string[]; readonly review: Review },
  conversions: Map<string, Conversion>,
): Decided {
  const changes: Change[] = [];
  const statuses = new Map<string, Conversion['status']>();
  const errors: { id: string; error: AppError }[] = [];
  for (const id of ids) {
    try {
      const { status, change } = decideOne(conversions.get(id), review);
      statuses.set(id, status);
      if (change === undefined) continue;
      changes.push(change);
      conversions.set(id, change.after);
    } catch (error) {
      if (!isAppError(error)) throw error;
      errors.push({ id, error });
    }
  }
  return { changes, statuses, errors };
}
