import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AssessRequest as _tributary_attribution_v1_AssessRequest, AssessRequest__Output as _tributary_attribution_v1_AssessRequest__Output } from './tributary/attribution/v1/AssessRequest.ts';
import type { AssessResponse as _tributary_attribution_v1_AssessResponse, AssessResponse__Output as _tributary_attribution_v1_AssessResponse__Output } from './tributary/attribution/v1/AssessResponse.ts';
import type { AttributionClient as _tributary_attribution_v1_AttributionClient, AttributionDefinition as _tributary_attribution_v1_AttributionDefinition } from './tributary/attribution/v1/Attribution.ts';
import type { ExplainRequest as _tributary_attribution_v1_ExplainRequest, ExplainRequest__Output as _tributary_attribution_v1_ExplainRequest__Output } from './tributary/attribution/v1/ExplainRequest.ts';
import type { ExplainResponse as _tributary_attribution_v1_ExplainResponse, ExplainResponse__Output as _tributary_attribution_v1_ExplainResponse__Output } from './tributary/attribution/v1/ExplainResponse.ts';
import type { ExplanationsClient as _tributary_attribution_v1_ExplanationsClient, ExplanationsDefinition as _tributary_attribution_v1_ExplanationsDefinition } from './tributary/attribution/v1/Explanations.ts';
import type { Touchpoint as _tributary_attribution_v1_Touchpoint, Touchpoint__Output as _tributary_attribution_v1_Touchpoint__Output } from './tributary/attribution/v1/Touchpoint.ts';

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
        Touchpoint: MessageTypeDefinition<_tributary_attribution_v1_Touchpoint, _tributary_attribution_v1_Touchpoint__Output>
      }
    }
  }
}

