import { type judgingCauses } from '@tributary/contracts';
import { HOUR_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type Assessment } from '../domain/assessment.ts';
import { decideSecondVerdict, isOutdated, type KnownReview } from '../domain/second-verdict.ts';
import { gatherLaterEvidence, type LaterSources } from './gather-later-evidence.ts';

export type JudgeDeps = LaterSources &
  Pick<Deps, 'assessments' | 'fraudSettings' | 'labels' | 'transaction'>;

/** A verdict before a payout counts for so long: what changes, changes from day to day. */
const VALID_MS = HOUR_MS;

const isRecent = ({ second }: Assessment, now: Date): boolean =>
  second !== undefined && now.getTime() - second.judgedAt.getTime() < VALID_MS;

/**
 * Judges assessed orders again, and publishes the verdicts that changed; those of the last hour stay, unless their brand
 * has decided since. A crash repeats it, with the same result but for what became known meanwhile.
 * @param approvals when brands approved orders, by conversion: their events may not have arrived yet
 * @returns the assessments with their later verdicts; conversions that are not assessed yet are left out
 */
export const judgeAgain =
  (deps: JudgeDeps) =>
  async (
    conversionIds: readonly string[],
    cause: (typeof judgingCauses)[number],
    approvals: ReadonlyMap<string, KnownReview> = new Map(),
  ): Promise<Assessment[]> => {
    const now = deps.clock.now();
    const [found, reviewed] = await Promise.all([
      deps.assessments.findMany(conversionIds),
      deps.labels.listReviewed(conversionIds),
    ]);
    const reviews = new Map([...reviewed, ...approvals]);
    const { recent = [], due = [] } = Object.groupBy(found.values(), (one) =>
      isRecent(one, now) && !isOutdated(one, reviews.get(one.conversionId)) ? 'recent' : 'due',
    );
    if (due.length === 0) return recent;
    const [later, scoring] = await Promise.all([
      gatherLaterEvidence(deps, due),
      deps.fraudSettings.listAt(
        due.map(({ brandId, assessedAt }) => ({ brandId, at: new Date(assessedAt) })),
      ),
    ]);
    const decided = due.flatMap((assessment, index) => {
      const [known, settings] = [later[index], scoring[index]];
      if (known === undefined || settings === undefined) return [];
      const review = reviews.get(assessment.conversionId);
      const judging = { later: known, scoring: settings, review, cause, now };
      return [decideSecondVerdict(assessment, judging)];
    });
    await deps.transaction(async ({ assessments, outbox }) => {
      await assessments.saveSecond(
        decided.map(({ judged }) => judged),
        new Set(reviews.keys()),
      );
      await outbox.add(...decided.flatMap(({ events }) => events));
    });
    return [...recent, ...decided.map(({ judged }) => judged)];
  };
