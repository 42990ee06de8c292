import { isAppError } from '@tributary/errors';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import type { SecondVerdict } from '../domain/commission.ts';

type FoundVerdict = Pick<SecondVerdict, 'fraudScore' | 'isHeld'>;

/** How a conversion was attributed; a text is empty where it does not apply. */
export interface AttributionExplanation {
  readonly model: string;
  readonly modelVersion: string;
  /** Oldest first. */
  readonly path: {
    readonly affiliateId: string;
    readonly clickId: string;
    readonly linkId: string;
    readonly occurredAt: string;
    /** In units of 1e-12 of the credit. */
    readonly weight: number;
    readonly hasWeight: boolean;
    /** The code where the touch is one. */
    readonly couponCode?: string;
  }[];
}

/** A trace is complete but for the path, so a slow attribution service delays it by no more than this. */
const CALL = { deadlineMs: 1_000, idempotent: false } as const;

/** A payout waits no longer for the verdicts of its orders; it is repeated. */
const JUDGE_CALL = { deadlineMs: 10_000, idempotent: true } as const;

export function openAttributionClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.attribution.v1.Explanations', target, tokens);
  const verdicts = openGrpcClient('tributary.attribution.v1.Verdicts', target, tokens);
  return {
    /**
     * What orders look like by now, at most 500; without those that attribution does not know. Undefined where it is not available.
     * @param approvals when their brands approved them, by conversion: attribution may not have learnt of it yet
     */
    judgeAgain: async (
      conversionIds: readonly string[],
      approvals: ReadonlyMap<string, Date>,
    ): Promise<Map<string, FoundVerdict> | undefined> => {
      try {
        const approvedAt = conversionIds.map((id) => approvals.get(id)?.toISOString() ?? '');
        const request = { conversionIds: [...conversionIds], approvedAt };
        const found = await verdicts.call('JudgeAgain', request, JUDGE_CALL);
        return new Map(
          found.verdicts.map(({ conversionId, fraudScore, isHeld }) => [
            conversionId,
            { fraudScore, isHeld },
          ]),
        );
      } catch (error) {
        if (isAppError(error) && error.kind === 'unavailable') return undefined;
        throw error;
      }
    },
    /** The path of a conversion; undefined where attribution has none or is not available. */
    explain: async (conversionId: string): Promise<AttributionExplanation | undefined> => {
      try {
        return await client.call('Explain', { conversionId }, CALL);
      } catch (error) {
        if (isAppError(error) && ['not_found', 'unavailable'].includes(error.kind))
          return undefined;
        throw error;
      }
    },
    close: () => {
      client.close();
      verdicts.close();
    },
  };
}
