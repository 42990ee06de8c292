import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import { LOOKUP } from './call-options.ts';

/** Who subscribes to a public event. */
export interface Subscribers {
  readonly ownerIds: ReadonlySet<string>;
  /** Whether the events of all accounts have a subscriber. */
  readonly all: boolean;
}

/** The webhook service: who wants which events. */
export interface WebhookClient {
  listSubscribers(event: string): Promise<Subscribers>;
  close(): void;
}

/** The client connects with its first call. */
export function openWebhookClient(target: GrpcTarget, tokens: ServiceTokens): WebhookClient {
  const endpoints = openGrpcClient('tributary.webhook.v1.Endpoints', target, tokens);
  return {
    listSubscribers: async (event) => {
      const { ownerIds, all } = await endpoints.call('ListSubscribers', { event }, LOOKUP);
      return { ownerIds: new Set(ownerIds), all };
    },
    close: () => {
      endpoints.close();
    },
  };
}
