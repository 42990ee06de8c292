
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetConversionRequest as _tributary_tracking_v1_GetConversionRequest, GetConversionRequest__Output as _tributary_tracking_v1_GetConversionRequest__Output } from '../../../tributary/tracking/v1/GetConversionRequest.ts';
import type { GetConversionResponse as _tributary_tracking_v1_GetConversionResponse, GetConversionResponse__Output as _tributary_tracking_v1_GetConversionResponse__Output } from '../../../tributary/tracking/v1/GetConversionResponse.ts';

export interface ConversionsClient extends grpc.Client {
  GetConversion(argument: _tributary_tracking_v1_GetConversionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  GetConversion(argument: _tributary_tracking_v1_GetConversionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  GetConversion(argument: _tributary_tracking_v1_GetConversionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  GetConversion(argument: _tributary_tracking_v1_GetConversionRequest, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  getConversion(argument: _tributary_tracking_v1_GetConversionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  getConversion(argument: _tributary_tracking_v1_GetConversionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  getConversion(argument: _tributary_tracking_v1_GetConversionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  getConversion(argument: _tributary_tracking_v1_GetConversionRequest, callback: grpc.requestCallback<_tributary_tracking_v1_GetConversionResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ConversionsHandlers extends grpc.UntypedServiceImplementation {
  GetConversion: grpc.handleUnaryCall<_tributary_tracking_v1_GetConversionRequest__Output, _tributary_tracking_v1_GetConversionResponse>;
  
}

export interface ConversionsDefinition extends grpc.ServiceDefinition {
  GetConversion: MethodDefinition<_tributary_tracking_v1_GetConversionRequest, _tributary_tracking_v1_GetConversionResponse, _tributary_tracking_v1_GetConversionRequest__Output, _tributary_tracking_v1_GetConversionResponse__Output>
}
