
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListSubscribersRequest as _tributary_webhook_v1_ListSubscribersRequest, ListSubscribersRequest__Output as _tributary_webhook_v1_ListSubscribersRequest__Output } from '../../../tributary/webhook/v1/ListSubscribersRequest.ts';
import type { ListSubscribersResponse as _tributary_webhook_v1_ListSubscribersResponse, ListSubscribersResponse__Output as _tributary_webhook_v1_ListSubscribersResponse__Output } from '../../../tributary/webhook/v1/ListSubscribersResponse.ts';

export interface EndpointsClient extends grpc.Client {
  ListSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  ListSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  ListSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  ListSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  listSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  listSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  listSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  listSubscribers(argument: _tributary_webhook_v1_ListSubscribersRequest, callback: grpc.requestCallback<_tributary_webhook_v1_ListSubscribersResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface EndpointsHandlers extends grpc.UntypedServiceImplementation {
  ListSubscribers: grpc.handleUnaryCall<_tributary_webhook_v1_ListSubscribersRequest__Output, _tributary_webhook_v1_ListSubscribersResponse>;
  
}

export interface EndpointsDefinition extends grpc.ServiceDefinition {
  ListSubscribers: MethodDefinition<_tributary_webhook_v1_ListSubscribersRequest, _tributary_webhook_v1_ListSubscribersResponse, _tributary_webhook_v1_ListSubscribersRequest__Output, _tributary_webhook_v1_ListSubscribersResponse__Output>
}
