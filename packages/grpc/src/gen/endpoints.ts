import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { EndpointsClient as _tributary_webhook_v1_EndpointsClient, EndpointsDefinition as _tributary_webhook_v1_EndpointsDefinition } from './tributary/webhook/v1/Endpoints.ts';
import type { ListSubscribersRequest as _tributary_webhook_v1_ListSubscribersRequest, ListSubscribersRequest__Output as _tributary_webhook_v1_ListSubscribersRequest__Output } from './tributary/webhook/v1/ListSubscribersRequest.ts';
import type { ListSubscribersResponse as _tributary_webhook_v1_ListSubscribersResponse, ListSubscribersResponse__Output as _tributary_webhook_v1_ListSubscribersResponse__Output } from './tributary/webhook/v1/ListSubscribersResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    webhook: {
      v1: {
        Endpoints: SubtypeConstructor<typeof grpc.Client, _tributary_webhook_v1_EndpointsClient> & { service: _tributary_webhook_v1_EndpointsDefinition }
        ListSubscribersRequest: MessageTypeDefinition<_tributary_webhook_v1_ListSubscribersRequest, _tributary_webhook_v1_ListSubscribersRequest__Output>
        ListSubscribersResponse: MessageTypeDefinition<_tributary_webhook_v1_ListSubscribersResponse, _tributary_webhook_v1_ListSubscribersResponse__Output>
      }
    }
  }
}

