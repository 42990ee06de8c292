import { isAppError } from '@tributary/errors';
import { type GrpcClient } from '@tributary/grpc';

type Explanations = 'tributary.attribution.v1.Explanations';

/** How a conversion was attributed. Texts are empty where there is none. */
export interface Explained {
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
  }[];
}

/** A trace is worth a moment, and is shown without the path where that is not enough. */
const ASK = { deadlineMs: 1_000, idempotent: false } as const;

/**
 * Asks attribution for the path of a conversion. Undefined where it attributed none, and where it does not
 * answer: all else of a trace is in our own books.
 */
export const askAttribution =
  (client: GrpcClient<Explanations>) =>
  async (conversionId: string): Promise<Explained | undefined> => {
    try {
      return await client.call('Explain', { conversionId }, ASK);
    } catch (error) {
      if (isAppError(error) && ['not_found', 'unavailable'].includes(error.kind)) return undefined;
      throw error;
    }
  };
