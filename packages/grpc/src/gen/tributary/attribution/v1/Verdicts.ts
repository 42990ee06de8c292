
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { JudgeAgainRequest as _tributary_attribution_v1_JudgeAgainRequest, JudgeAgainRequest__Output as _tributary_attribution_v1_JudgeAgainRequest__Output } from '../../../tributary/attribution/v1/JudgeAgainRequest.ts';
import type { JudgeAgainResponse as _tributary_attribution_v1_JudgeAgainResponse, JudgeAgainResponse__Output as _tributary_attribution_v1_JudgeAgainResponse__Output } from '../../../tributary/attribution/v1/JudgeAgainResponse.ts';

export interface VerdictsClient extends grpc.Client {
  JudgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  JudgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  JudgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  JudgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  judgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  judgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  judgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  judgeAgain(argument: _tributary_attribution_v1_JudgeAgainRequest, callback: grpc.requestCallback<_tributary_attribution_v1_JudgeAgainResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface VerdictsHandlers extends grpc.UntypedServiceImplementation {
  JudgeAgain: grpc.handleUnaryCall<_tributary_attribution_v1_JudgeAgainRequest__Output, _tributary_attribution_v1_JudgeAgainResponse>;
  
}

export interface VerdictsDefinition extends grpc.ServiceDefinition {
  JudgeAgain: MethodDefinition<_tributary_attribution_v1_JudgeAgainRequest, _tributary_attribution_v1_JudgeAgainResponse, _tributary_attribution_v1_JudgeAgainRequest__Output, _tributary_attribution_v1_JudgeAgainResponse__Output>
}
