import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ConversionsClient as _tributary_tracking_v1_ConversionsClient, ConversionsDefinition as _tributary_tracking_v1_ConversionsDefinition } from './tributary/tracking/v1/Conversions.ts';
import type { GetConversionRequest as _tributary_tracking_v1_GetConversionRequest, GetConversionRequest__Output as _tributary_tracking_v1_GetConversionRequest__Output } from './tributary/tracking/v1/GetConversionRequest.ts';
import type { GetConversionResponse as _tributary_tracking_v1_GetConversionResponse, GetConversionResponse__Output as _tributary_tracking_v1_GetConversionResponse__Output } from './tributary/tracking/v1/GetConversionResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    tracking: {
      v1: {
        Conversions: SubtypeConstructor<typeof grpc.Client, _tributary_tracking_v1_ConversionsClient> & { service: _tributary_tracking_v1_ConversionsDefinition }
        GetConversionRequest: MessageTypeDefinition<_tributary_tracking_v1_GetConversionRequest, _tributary_tracking_v1_GetConversionRequest__Output>
        GetConversionResponse: MessageTypeDefinition<_tributary_tracking_v1_GetConversionResponse, _tributary_tracking_v1_GetConversionResponse__Output>
      }
    }
  }
}

