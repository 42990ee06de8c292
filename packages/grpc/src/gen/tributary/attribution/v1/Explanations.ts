
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExplainRequest as _tributary_attribution_v1_ExplainRequest, ExplainRequest__Output as _tributary_attribution_v1_ExplainRequest__Output } from '../../../tributary/attribution/v1/ExplainRequest.ts';
import type { ExplainResponse as _tributary_attribution_v1_ExplainResponse, ExplainResponse__Output as _tributary_attribution_v1_ExplainResponse__Output } from '../../../tributary/attribution/v1/ExplainResponse.ts';

export interface ExplanationsClient extends grpc.Client {
  Explain(argument: _tributary_attribution_v1_ExplainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  Explain(argument: _tributary_attribution_v1_ExplainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  Explain(argument: _tributary_attribution_v1_ExplainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  Explain(argument: _tributary_attribution_v1_ExplainRequest, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  explain(argument: _tributary_attribution_v1_ExplainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  explain(argument: _tributary_attribution_v1_ExplainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  explain(argument: _tributary_attribution_v1_ExplainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  explain(argument: _tributary_attribution_v1_ExplainRequest, callback: grpc.requestCallback<_tributary_attribution_v1_ExplainResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ExplanationsHandlers extends grpc.UntypedServiceImplementation {
  Explain: grpc.handleUnaryCall<_tributary_attribution_v1_ExplainRequest__Output, _tributary_attribution_v1_ExplainResponse>;
  
}

export interface ExplanationsDefinition extends grpc.ServiceDefinition {
  Explain: MethodDefinition<_tributary_attribution_v1_ExplainRequest, _tributary_attribution_v1_ExplainResponse, _tributary_attribution_v1_ExplainRequest__Output, _tributary_attribution_v1_ExplainResponse__Output>
}
