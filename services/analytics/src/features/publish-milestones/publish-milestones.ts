import {
  conversionsPassed,
  type DomainEvent,
  linkClicksPassed,
  revenuePassed,
} from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import {
  missingToNext,
  passedThresholds,
  type Subject,
  subjectKey,
} from '../../domain/milestone.ts';
import { dayOf } from '../../domain/period.ts';
import { type SubjectTotal } from '../../store/figures-port.ts';

type PublishMilestonesDeps = Pick<
  Deps,
  'clock' | 'milestones' | 'names' | 'progress' | 'totals' | 'transaction'
>;

const BATCH = 200;

interface Passed {
  readonly subject: Subject;
  readonly found: SubjectTotal;
  readonly threshold: number;
  readonly trackingCode: string | null;
  readonly now: Date;
}

function eventOf({ subject, found, threshold, trackingCode, now }: Passed): DomainEvent[] {
  const { total, campaignId, brandId, affiliateId } = found;
  const common = { campaignId, brandId, passedAt: now.toISOString() };
  if (subject.kind === 'conversions') {
    return [conversionsPassed({ ...common, threshold, conversions: total })];
  }
  if (subject.kind === 'revenue') {
    const revenue = { thresholdMinor: threshold, revenueMinor: total };
    return [revenuePassed({ ...common, ...revenue, currency: subject.currency ?? '' })];
  }
  if (affiliateId === null) return [];
  const link = { linkId: subject.id, affiliateId, trackingCode };
  return [linkClicksPassed({ ...common, ...link, threshold, clicks: total })];
}

/** Publishes the milestones that a subject has passed since the last check. */
async function publishPassed(
  deps: PublishMilestonesDeps,
  subject: Subject,
  found: SubjectTotal,
): Promise<void> {
  const idOf = (threshold: number) => `${subjectKey(subject)}:${String(threshold)}`;
  const passed = passedThresholds(subject, found.total);
  const published = await deps.milestones.findPublished(passed.map(idOf));
  const fresh = passed.filter((threshold) => !published.has(idOf(threshold)));
  if (fresh.length === 0) return;
  const linkIds = subject.kind === 'clicks' ? [subject.id] : [];
  const { trackingCodes } = await deps.names.findNames({ campaignIds: [], linkIds });
  const trackingCode = trackingCodes.get(subject.id) ?? null;
  const now = deps.clock.now();
  await deps.transaction(async ({ milestones, outbox }) => {
    await milestones.add(fresh.map(idOf), now);
    const about = { subject, found, trackingCode, now };
    await outbox.add(...fresh.flatMap((threshold) => eventOf({ ...about, threshold })));
  });
}

async function checkSubject(deps: PublishMilestonesDeps, subject: Subject): Promise<void> {
  const found = await deps.totals.totalOf(subject);
  if (found === undefined) return;
  try {
    await publishPassed(deps, subject, found);
  } catch (error) {
    // Another instance published it at the same time.
    if (!isDuplicateKey(error)) throw error;
  }
  deps.progress.checked(subject, missingToNext(subject, found.total), deps.clock.now());
}

/**
 * Checks subjects that may have passed a milestone; true where more may be due. A stop leaves the rest to the
 * schedule, which finds them in the sums.
 */
export const publishMilestones =
  (deps: PublishMilestonesDeps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const due = deps.progress.takeDue(deps.clock.now(), BATCH);
    for (const [at, subject] of due.entries()) {
      if (signal.aborted) return false;
      try {
        await checkSubject(deps, subject);
      } catch (error) {
        // The subjects that were not checked become due again.
        for (const left of due.slice(at)) deps.progress.note(left, 1, deps.clock.now());
        throw error;
      }
    }
    return due.length >= BATCH;
  };

/** Checks every subject with activity since yesterday, for those that a process had noted when it died. */
export const publishMissedMilestones = (deps: PublishMilestonesDeps) => async (): Promise<void> => {
  const yesterday = new Date(dayOf(deps.clock.now()).getTime() - DAY_MS);
  for await (const subject of deps.totals.subjectsSince(yesterday))
    await checkSubject(deps, subject);
};
