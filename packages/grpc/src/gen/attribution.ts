import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AssessRequest as _tributary_attribution_v1_AssessRequest, AssessRequest__Output as _tributary_attribution_v1_AssessRequest__Output } from './tributary/attribution/v1/AssessRequest.ts';
import type { AssessResponse as _tributary_attribution_v1_AssessResponse, AssessResponse__Output as _tributary_attribution_v1_AssessResponse__Output } from './tributary/attribution/v1/AssessResponse.ts';
import type { AttributionClient as _tributary_attribution_v1_AttributionClient, AttributionDefinition as _tributary_attribution_v1_AttributionDefinition } from './tributary/attribution/v1/Attribution.ts';
import type { ExplainRequest as _tributary_attribution_v1_ExplainRequest, ExplainRequest__Output as _tributary_attribution_v1_ExplainRequest__Output } from './tributary/attribution/v1/ExplainRequest.ts';
import type { ExplainResponse as _tributary_attribution_v1_ExplainResponse, ExplainResponse__Output as _tributary_attribution_v1_ExplainResponse__Output } from './tributary/attribution/v1/ExplainResponse.ts';
import type { ExplanationsClient as _tributary_attribution_v1_ExplanationsClient, ExplanationsDefinition as _tributary_attribution_v1_ExplanationsDefinition } from './tributary/attribution/v1/Explanations.ts';
import type { JudgeAgainRequest as _tributary_attribution_v1_JudgeAgainRequest, JudgeAgainRequest__Output as _tributary_attribution_v1_JudgeAgainRequest__Output } from './tributary/attribution/v1/JudgeAgainRequest.ts';
import type { JudgeAgainResponse as _tributary_attribution_v1_JudgeAgainResponse, JudgeAgainResponse__Output as _tributary_attribution_v1_JudgeAgainResponse__Output } from './tributary/attribution/v1/JudgeAgainResponse.ts';
import type { SecondVerdict as _tributary_attribution_v1_SecondVerdict, SecondVerdict__Output as _tributary_attribution_v1_SecondVerdict__Output } from './tributary/attribution/v1/SecondVerdict.ts';
import type { Touchpoint as _tributary_attribution_v1_Touchpoint, Touchpoint__Output as _tributary_attribution_v1_Touchpoint__Output } from './tributary/attribution/v1/Touchpoint.ts';
import type { VerdictsClient as _tributary_attribution_v1_VerdictsClient, VerdictsDefinition as _tributary_attribution_v1_VerdictsDefinition } from './tributary/attribution/v1/Verdicts.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    attribution: {
      v1: {
        AssessRequest: MessageTypeDefinition<_tributary_attribution_v1_AssessRequest, _tributary_attribution_v1_AssessRequest__Output>
        AssessResponse: MessageTypeDefinition<_tributary_attribution_v1_AssessResponse, _tributary_attribution_v1_AssessResponse__Output>
        Attribution: SubtypeConstructor<typeof grpc.Client, _tributary_attribution_v1_AttributionClient> & { service: _tributary_attribution_v1_AttributionDefinition }
        ExplainRequest: MessageTypeDefinition<_tributary_attribution_v1_ExplainRequest, _tributary_attribution_v1_ExplainRequest__Output>
        ExplainResponse: MessageTypeDefinition<_tributary_attribution_v1_ExplainResponse, _tributary_attribution_v1_ExplainResponse__Output>
        Explanations: SubtypeConstructor<typeof grpc.Client, _tributary_attribution_v1_ExplanationsClient> & { service: _tributary_attribution_v1_ExplanationsDefinition }
        JudgeAgainRequest: MessageTypeDefinition<_tributary_attribution_v1_JudgeAgainRequest, _tributary_attribution_v1_JudgeAgainRequest__Output>
        JudgeAgainResponse: MessageTypeDefinition<_tributary_attribution_v1_JudgeAgainResponse, _tributary_attribution_v1_JudgeAgainResponse__Output>
        SecondVerdict: MessageTypeDefinition<_tributary_attribution_v1_SecondVerdict, _tributary_attribution_v1_SecondVerdict__Output>
        Touchpoint: MessageTypeDefinition<_tributary_attribution_v1_Touchpoint, _tributary_attribution_v1_Touchpoint__Output>
        Verdicts: SubtypeConstructor<typeof grpc.Client, _tributary_attribution_v1_VerdictsClient> & { service: _tributary_attribution_v1_VerdictsDefinition }
      }
    }
  }
}

