import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AssessRequest as _tributary_attribution_v1_AssessRequest, AssessRequest__Output as _tributary_attribution_v1_AssessRequest__Output } from './tributary/attribution/v1/AssessRequest.ts';
import type { AssessResponse as _tributary_attribution_v1_AssessResponse, AssessResponse__Output as _tributary_attribution_v1_AssessResponse__Output } from './tributary/attribution/v1/AssessResponse.ts';
import type { AttributionClient as _tributary_attribution_v1_AttributionClient, AttributionDefinition as _tributary_attribution_v1_AttributionDefinition } from './tributary/attribution/v1/Attribution.ts';

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
      }
    }
  }
}

