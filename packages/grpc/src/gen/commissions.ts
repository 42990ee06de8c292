import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ApplyAdjustmentRequest as _tributary_commission_v1_ApplyAdjustmentRequest, ApplyAdjustmentRequest__Output as _tributary_commission_v1_ApplyAdjustmentRequest__Output } from './tributary/commission/v1/ApplyAdjustmentRequest.ts';
import type { ApplyAdjustmentResponse as _tributary_commission_v1_ApplyAdjustmentResponse, ApplyAdjustmentResponse__Output as _tributary_commission_v1_ApplyAdjustmentResponse__Output } from './tributary/commission/v1/ApplyAdjustmentResponse.ts';
import type { CommissionsClient as _tributary_commission_v1_CommissionsClient, CommissionsDefinition as _tributary_commission_v1_CommissionsDefinition } from './tributary/commission/v1/Commissions.ts';
import type { CreateForConversionsRequest as _tributary_commission_v1_CreateForConversionsRequest, CreateForConversionsRequest__Output as _tributary_commission_v1_CreateForConversionsRequest__Output } from './tributary/commission/v1/CreateForConversionsRequest.ts';
import type { CreateForConversionsResponse as _tributary_commission_v1_CreateForConversionsResponse, CreateForConversionsResponse__Output as _tributary_commission_v1_CreateForConversionsResponse__Output } from './tributary/commission/v1/CreateForConversionsResponse.ts';
import type { CreatedForConversion as _tributary_commission_v1_CreatedForConversion, CreatedForConversion__Output as _tributary_commission_v1_CreatedForConversion__Output } from './tributary/commission/v1/CreatedForConversion.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    commission: {
      v1: {
        ApplyAdjustmentRequest: MessageTypeDefinition<_tributary_commission_v1_ApplyAdjustmentRequest, _tributary_commission_v1_ApplyAdjustmentRequest__Output>
        ApplyAdjustmentResponse: MessageTypeDefinition<_tributary_commission_v1_ApplyAdjustmentResponse, _tributary_commission_v1_ApplyAdjustmentResponse__Output>
        Commissions: SubtypeConstructor<typeof grpc.Client, _tributary_commission_v1_CommissionsClient> & { service: _tributary_commission_v1_CommissionsDefinition }
        CreateForConversionsRequest: MessageTypeDefinition<_tributary_commission_v1_CreateForConversionsRequest, _tributary_commission_v1_CreateForConversionsRequest__Output>
        CreateForConversionsResponse: MessageTypeDefinition<_tributary_commission_v1_CreateForConversionsResponse, _tributary_commission_v1_CreateForConversionsResponse__Output>
        CreatedForConversion: MessageTypeDefinition<_tributary_commission_v1_CreatedForConversion, _tributary_commission_v1_CreatedForConversion__Output>
      }
    }
  }
}

