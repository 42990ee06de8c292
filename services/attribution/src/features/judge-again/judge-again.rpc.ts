import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { type KnownReview } from '../../domain/second-verdict.ts';
import { judgeAgain } from '../../workflows/judge-again.ts';

const MAX_CONVERSIONS = 500;

/** The approvals by conversion; an empty time is an unknown one. */
function approvalsOf(conversionIds: readonly string[], approvedAt: readonly string[]) {
  const approvals = new Map<string, KnownReview>();
  for (const [index, text] of approvedAt.entries()) {
    const [id, reviewedAt] = [conversionIds[index], new Date(text)];
    if (text === '' || id === undefined) continue;
    if (Number.isNaN(reviewedAt.getTime())) {
      throw invalid('malformed_approval', { message: 'The time of an approval is not ISO 8601' });
    }
    approvals.set(id, { reviewedAt });
  }
  return approvals;
}

/** What orders look like by now, before they are paid. */
export const judgeAgainRpc = (deps: Deps) =>
  rpc('tributary.attribution.v1.Verdicts', 'JudgeAgain', async ({ conversionIds, approvedAt }) => {
    if (conversionIds.length > MAX_CONVERSIONS) {
      throw invalid('too_many_conversions', {
        message: `At most ${MAX_CONVERSIONS} conversions per call`,
      });
    }
    const approvals = approvalsOf(conversionIds, approvedAt);
    const judged = await judgeAgain(deps)(conversionIds, 'payout', approvals);
    return {
      verdicts: judged.flatMap(({ conversionId, second }) =>
        second === undefined
          ? []
          : [
              {
                conversionId,
                judgedAt: second.judgedAt.toISOString(),
                fraudScore: second.fraudScore,
                isHeld: second.isHeld,
              },
            ],
      ),
    };
  });
