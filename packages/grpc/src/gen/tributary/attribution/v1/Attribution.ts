
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AssessRequest as _tributary_attribution_v1_AssessRequest, AssessRequest__Output as _tributary_attribution_v1_AssessRequest__Output } from '../../../tributary/attribution/v1/AssessRequest.ts';
import type { AssessResponse as _tributary_attribution_v1_AssessResponse, AssessResponse__Output as _tributary_attribution_v1_AssessResponse__Output } from '../../../tributary/attribution/v1/AssessResponse.ts';

export interface AttributionClient extends grpc.Client {
  Assess(argument: _tributary_attribution_v1_AssessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  Assess(argument: _tributary_attribution_v1_AssessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  Assess(argument: _tributary_attribution_v1_AssessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  Assess(argument: _tributary_attribution_v1_AssessRequest, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  assess(argument: _tributary_attribution_v1_AssessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  assess(argument: _tributary_attribution_v1_AssessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  assess(argument: _tributary_attribution_v1_AssessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  assess(argument: _tributary_attribution_v1_AssessRequest, callback: grpc.requestCallback<_tributary_attribution_v1_AssessResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AttributionHandlers extends grpc.UntypedServiceImplementation {
  Assess: grpc.handleUnaryCall<_tributary_attribution_v1_AssessRequest__Output, _tributary_attribution_v1_AssessResponse>;
  
}

export interface AttributionDefinition extends grpc.ServiceDefinition {
  Assess: MethodDefinition<_tributary_attribution_v1_AssessRequest, _tributary_attribution_v1_AssessResponse, _tributary_attribution_v1_AssessRequest__Output, _tributary_attribution_v1_AssessResponse__Output>
}
