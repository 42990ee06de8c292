import { conversionSnapshot, type ConversionSnapshot } from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';

/** Client of tracking, which owns the conversions. It connects at the first call. */
export function openConversionsClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.tracking.v1.Conversions', target, tokens);
  return {
    /** @throws not_found, unavailable */
    getConversion: async (conversionId: string): Promise<ConversionSnapshot> => {
      const { conversion } = await client.call('GetConversion', { conversionId }, OWNER_CALL);
      return conversionSnapshot.parse(JSON.parse(conversion));
    },
    close: () => {
      client.close();
    },
  };
}
