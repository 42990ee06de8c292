import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { judgeAgain } from '../../workflows/judge-again.ts';

const MAX_CONVERSIONS = 500;

/** What orders look like by now, before they are paid. */
export const judgeAgainRpc = (deps: Deps) =>
  rpc('tributary.attribution.v1.Verdicts', 'JudgeAgain', async ({ conversionIds }) => {
    if (conversionIds.length > MAX_CONVERSIONS) {
      throw invalid('too_many_conversions', {
        message: `At most ${MAX_CONVERSIONS} conversions per call`,
      });
    }
    const judged = await judgeAgain(deps)(conversionIds, 'payout');
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
