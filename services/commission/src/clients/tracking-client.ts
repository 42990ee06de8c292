import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';

const CALL = { deadlineMs: 2_000, idempotent: true } as const;

export function openTrackingClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.tracking.v1.Orders', target, tokens);
  return {
    /** What the shop reported of an order, for its affiliates; empty where it reported nothing. @throws unavailable */
    findMetadata: async (conversionId: string): Promise<Record<string, unknown>> => {
      const { orders } = await client.call('ListMetadata', { conversionIds: [conversionId] }, CALL);
      const [order] = orders;
      return order === undefined ? {} : (JSON.parse(order.metadata) as Record<string, unknown>);
    },
    close: () => {
      client.close();
    },
  };
}
