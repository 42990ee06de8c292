
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListMetadataRequest as _tributary_tracking_v1_ListMetadataRequest, ListMetadataRequest__Output as _tributary_tracking_v1_ListMetadataRequest__Output } from '../../../tributary/tracking/v1/ListMetadataRequest.ts';
import type { ListMetadataResponse as _tributary_tracking_v1_ListMetadataResponse, ListMetadataResponse__Output as _tributary_tracking_v1_ListMetadataResponse__Output } from '../../../tributary/tracking/v1/ListMetadataResponse.ts';

export interface OrdersClient extends grpc.Client {
  ListMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  ListMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  ListMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  ListMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  listMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  listMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  listMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  listMetadata(argument: _tributary_tracking_v1_ListMetadataRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListMetadataResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface OrdersHandlers extends grpc.UntypedServiceImplementation {
  ListMetadata: grpc.handleUnaryCall<_tributary_tracking_v1_ListMetadataRequest__Output, _tributary_tracking_v1_ListMetadataResponse>;
  
}

export interface OrdersDefinition extends grpc.ServiceDefinition {
  ListMetadata: MethodDefinition<_tributary_tracking_v1_ListMetadataRequest, _tributary_tracking_v1_ListMetadataResponse, _tributary_tracking_v1_ListMetadataRequest__Output, _tributary_tracking_v1_ListMetadataResponse__Output>
}
