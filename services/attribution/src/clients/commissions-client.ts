import { type AttributionShare } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { type BaseConfig, type ServiceTokens } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { type ConversionOutcome, type SkipReason } from '../domain/attribution-change.ts';

/** A batch writes up to 250 conversions in several transactions. */
const CALL = { deadlineMs: 30 * SECOND_MS, idempotent: true };

/** A conversion and the credit that it is to get. */
export interface RecreditRequest {
  readonly conversionId: string;
  readonly shares: readonly AttributionShare[];
}

/** What the books made, or would make, of a conversion. */
export interface BookedOutcome extends ConversionOutcome {
  readonly conversionId: string;
  readonly currency: string;
}

interface ChangeRequest {
  readonly changeId: string;
  readonly campaignId: string;
  readonly conversions: readonly RecreditRequest[];
}

interface WireOutcome {
  readonly conversionId: string;
  readonly currency: string;
  readonly skipped: string;
  readonly moves: ConversionOutcome['moves'];
}

const outcomeOf = ({ skipped, moves, ...rest }: WireOutcome): BookedOutcome => ({
  ...rest,
  skipped: skipped === '' ? null : (skipped as SkipReason),
  moves: moves.map(({ affiliateId, beforeMinor, afterMinor, clawedBackMinor }) => ({
    affiliateId,
    beforeMinor,
    afterMinor,
    clawedBackMinor,
  })),
});

const wireOf = ({ changeId, campaignId, conversions }: ChangeRequest) => ({
  changeId,
  campaignId,
  conversions: conversions.map(({ conversionId, shares }) => ({
    conversionId,
    shares: shares.map(({ affiliateId, clickId, linkId, weight }) => ({
      affiliateId,
      clickId: clickId ?? '',
      linkId: linkId ?? '',
      weight,
    })),
  })),
});

/** Client of the commission service, which books changes of attribution. It connects at the first call. */
export function openCommissions(
  { grpcAddresses }: Pick<BaseConfig, 'grpcAddresses'>,
  tokens: ServiceTokens,
) {
  const { commission: address } = grpcAddresses;
  const client = openGrpcClient('tributary.commission.v1.Commissions', address, tokens);
  return {
    /** What a change would move, and the campaign's name and terms (JSON) as of now. @throws unavailable */
    preview: async (request: ChangeRequest) => {
      const response = await client.call('PreviewAttributionChange', wireOf(request), CALL);
      const { terms, campaignName } = response;
      return { outcomes: response.results.map(outcomeOf), terms, campaignName };
    },
    /** Books a change, once per conversion. @throws unavailable */
    apply: async (request: ChangeRequest): Promise<BookedOutcome[]> => {
      const response = await client.call('ApplyAttributionChange', wireOf(request), CALL);
      return response.results.map(outcomeOf);
    },
    /** Takes a change back, once per conversion. @throws unavailable, conflict later_change_applied */
    undo: async (request: {
      readonly changeId: string;
      readonly undoId: string;
      readonly campaignId: string;
      readonly conversionIds: readonly string[];
    }): Promise<BookedOutcome[]> => {
      const wire = { ...request, conversionIds: [...request.conversionIds] };
      const { results } = await client.call('UndoAttributionChange', wire, CALL);
      return results.map(outcomeOf);
    },
    close: () => client.close(),
  };
}
