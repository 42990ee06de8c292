import {
  conversionApproved,
  type ConversionSnapshot,
  conversionTracked,
  type ReviewedConversion,
} from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';
import { z } from 'zod';

const conversionSchema = z.union([conversionApproved.schema, conversionTracked.schema]);

/** Client of tracking, which owns the conversions. It connects at the first call. */
export function openConversionsClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.tracking.v1.Conversions', target, tokens);
  return {
    /** With its shares once the brand has decided. @throws not_found, unavailable */
    getConversion: async (
      conversionId: string,
    ): Promise<ConversionSnapshot | ReviewedConversion> => {
      const { conversion } = await client.call('GetConversion', { conversionId }, OWNER_CALL);
      return conversionSchema.parse(JSON.parse(conversion));
    },
    close: () => {
      client.close();
    },
  };
}
