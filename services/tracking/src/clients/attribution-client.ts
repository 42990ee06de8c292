import {
  assessmentSnapshot,
  type AssessmentSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import { DECISION } from './call-options.ts';

/** The attribution service: credit and fraud score of conversions. */
export interface AttributionClient {
  /** The assessments, in the order of the conversions. */
  assess(conversions: readonly ConversionSnapshot[]): Promise<readonly AssessmentSnapshot[]>;
  close(): void;
}

/** The client connects with its first call. */
export function openAttributionClient(
  target: GrpcTarget,
  tokens: ServiceTokens,
): AttributionClient {
  const attribution = openGrpcClient('tributary.attribution.v1.Attribution', target, tokens);
  return {
    assess: async (conversions) => {
      const request = { conversions: conversions.map((conversion) => JSON.stringify(conversion)) };
      const { assessments } = await attribution.call('Assess', request, DECISION);
      return assessments.map((text) => assessmentSnapshot.parse(JSON.parse(text)));
    },
    close: () => {
      attribution.close();
    },
  };
}
