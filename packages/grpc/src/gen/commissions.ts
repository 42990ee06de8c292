import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ApplyAdjustmentRequest as _tributary_commission_v1_ApplyAdjustmentRequest, ApplyAdjustmentRequest__Output as _tributary_commission_v1_ApplyAdjustmentRequest__Output } from './tributary/commission/v1/ApplyAdjustmentRequest.ts';
import type { ApplyAdjustmentResponse as _tributary_commission_v1_ApplyAdjustmentResponse, ApplyAdjustmentResponse__Output as _tributary_commission_v1_ApplyAdjustmentResponse__Output } from './tributary/commission/v1/ApplyAdjustmentResponse.ts';
import type { AttributionChangeRequest as _tributary_commission_v1_AttributionChangeRequest, AttributionChangeRequest__Output as _tributary_commission_v1_AttributionChangeRequest__Output } from './tributary/commission/v1/AttributionChangeRequest.ts';
import type { AttributionChangeResponse as _tributary_commission_v1_AttributionChangeResponse, AttributionChangeResponse__Output as _tributary_commission_v1_AttributionChangeResponse__Output } from './tributary/commission/v1/AttributionChangeResponse.ts';
import type { ChangedConversion as _tributary_commission_v1_ChangedConversion, ChangedConversion__Output as _tributary_commission_v1_ChangedConversion__Output } from './tributary/commission/v1/ChangedConversion.ts';
import type { CommissionsClient as _tributary_commission_v1_CommissionsClient, CommissionsDefinition as _tributary_commission_v1_CommissionsDefinition } from './tributary/commission/v1/Commissions.ts';
import type { CreateForConversionsRequest as _tributary_commission_v1_CreateForConversionsRequest, CreateForConversionsRequest__Output as _tributary_commission_v1_CreateForConversionsRequest__Output } from './tributary/commission/v1/CreateForConversionsRequest.ts';
import type { CreateForConversionsResponse as _tributary_commission_v1_CreateForConversionsResponse, CreateForConversionsResponse__Output as _tributary_commission_v1_CreateForConversionsResponse__Output } from './tributary/commission/v1/CreateForConversionsResponse.ts';
import type { CreatedForConversion as _tributary_commission_v1_CreatedForConversion, CreatedForConversion__Output as _tributary_commission_v1_CreatedForConversion__Output } from './tributary/commission/v1/CreatedForConversion.ts';
import type { CreditMove as _tributary_commission_v1_CreditMove, CreditMove__Output as _tributary_commission_v1_CreditMove__Output } from './tributary/commission/v1/CreditMove.ts';
import type { CreditShare as _tributary_commission_v1_CreditShare, CreditShare__Output as _tributary_commission_v1_CreditShare__Output } from './tributary/commission/v1/CreditShare.ts';
import type { RecreditedConversion as _tributary_commission_v1_RecreditedConversion, RecreditedConversion__Output as _tributary_commission_v1_RecreditedConversion__Output } from './tributary/commission/v1/RecreditedConversion.ts';
import type { UndoAttributionChangeRequest as _tributary_commission_v1_UndoAttributionChangeRequest, UndoAttributionChangeRequest__Output as _tributary_commission_v1_UndoAttributionChangeRequest__Output } from './tributary/commission/v1/UndoAttributionChangeRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    commission: {
      v1: {
        ApplyAdjustmentRequest: MessageTypeDefinition<_tributary_commission_v1_ApplyAdjustmentRequest, _tributary_commission_v1_ApplyAdjustmentRequest__Output>
        ApplyAdjustmentResponse: MessageTypeDefinition<_tributary_commission_v1_ApplyAdjustmentResponse, _tributary_commission_v1_ApplyAdjustmentResponse__Output>
        AttributionChangeRequest: MessageTypeDefinition<_tributary_commission_v1_AttributionChangeRequest, _tributary_commission_v1_AttributionChangeRequest__Output>
        AttributionChangeResponse: MessageTypeDefinition<_tributary_commission_v1_AttributionChangeResponse, _tributary_commission_v1_AttributionChangeResponse__Output>
        ChangedConversion: MessageTypeDefinition<_tributary_commission_v1_ChangedConversion, _tributary_commission_v1_ChangedConversion__Output>
        Commissions: SubtypeConstructor<typeof grpc.Client, _tributary_commission_v1_CommissionsClient> & { service: _tributary_commission_v1_CommissionsDefinition }
        CreateForConversionsRequest: MessageTypeDefinition<_tributary_commission_v1_CreateForConversionsRequest, _tributary_commission_v1_CreateForConversionsRequest__Output>
        CreateForConversionsResponse: MessageTypeDefinition<_tributary_commission_v1_CreateForConversionsResponse, _tributary_commission_v1_CreateForConversionsResponse__Output>
        CreatedForConversion: MessageTypeDefinition<_tributary_commission_v1_CreatedForConversion, _tributary_commission_v1_CreatedForConversion__Output>
        CreditMove: MessageTypeDefinition<_tributary_commission_v1_CreditMove, _tributary_commission_v1_CreditMove__Output>
        CreditShare: MessageTypeDefinition<_tributary_commission_v1_CreditShare, _tributary_commission_v1_CreditShare__Output>
        RecreditedConversion: MessageTypeDefinition<_tributary_commission_v1_RecreditedConversion, _tributary_commission_v1_RecreditedConversion__Output>
        UndoAttributionChangeRequest: MessageTypeDefinition<_tributary_commission_v1_UndoAttributionChangeRequest, _tributary_commission_v1_UndoAttributionChangeRequest__Output>
      }
    }
  }
}

