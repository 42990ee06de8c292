import { type AdjustedConversion, type ReviewedConversion } from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import { DECISION } from './call-options.ts';

/** Each conversion adds to the time that booking takes. */
const PER_CONVERSION_MS = 20;

/** An approved conversion, with the correlation id of the request that approved it. */
export interface ApprovedConversion {
  readonly conversion: ReviewedConversion;
  readonly correlationId: string;
  /** Of the approval, where its trace is kept. */
  readonly traceparent?: string;
}

/** The commission service: books and adjusts commissions at once, ahead of the events. */
export interface CommissionClient {
  /** At most 500. @returns the ids of the conversions that have commissions now */
  createCommissions(approved: readonly ApprovedConversion[]): Promise<ReadonlySet<string>>;
  /** @returns the number of commissions that the adjustment changed */
  applyAdjustment(conversion: AdjustedConversion): Promise<{ reversed: number; adjusted: number }>;
  close(): void;
}

/** The client connects with its first call. */
export function openCommissionClient(target: GrpcTarget, tokens: ServiceTokens): CommissionClient {
  const commissions = openGrpcClient('tributary.commission.v1.Commissions', target, tokens);
  return {
    createCommissions: async (approved) => {
      const request = {
        conversions: approved.map(({ conversion }) => JSON.stringify(conversion)),
        correlationIds: approved.map(({ correlationId }) => correlationId),
        traceparents: approved.map(({ traceparent = '' }) => traceparent),
      };
      const deadlineMs = DECISION.deadlineMs + approved.length * PER_CONVERSION_MS;
      const options = { ...DECISION, deadlineMs };
      const { results } = await commissions.call('CreateForConversions', request, options);
      // The call follows the approval, so existing commissions result from it, whether this call or the
      // approval's event created them.
      const created = results.filter(({ commissionIds }) => commissionIds.length > 0);
      return new Set(created.map(({ conversionId }) => conversionId));
    },
    applyAdjustment: async (conversion) => {
      const request = { conversion: JSON.stringify(conversion) };
      const response = await commissions.call('ApplyAdjustment', request, DECISION);
      return { reversed: response.reversedCommissions, adjusted: response.adjustedCommissions };
    },
    close: () => {
      commissions.close();
    },
  };
}
