import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BalanceRequest as _tributary_commission_v1_BalanceRequest, BalanceRequest__Output as _tributary_commission_v1_BalanceRequest__Output } from './tributary/commission/v1/BalanceRequest.ts';
import type { BalanceResponse as _tributary_commission_v1_BalanceResponse, BalanceResponse__Output as _tributary_commission_v1_BalanceResponse__Output } from './tributary/commission/v1/BalanceResponse.ts';
import type { LedgerClient as _tributary_commission_v1_LedgerClient, LedgerDefinition as _tributary_commission_v1_LedgerDefinition } from './tributary/commission/v1/Ledger.ts';
import type { ReleaseRequest as _tributary_commission_v1_ReleaseRequest, ReleaseRequest__Output as _tributary_commission_v1_ReleaseRequest__Output } from './tributary/commission/v1/ReleaseRequest.ts';
import type { ReleaseResponse as _tributary_commission_v1_ReleaseResponse, ReleaseResponse__Output as _tributary_commission_v1_ReleaseResponse__Output } from './tributary/commission/v1/ReleaseResponse.ts';
import type { ReserveRequest as _tributary_commission_v1_ReserveRequest, ReserveRequest__Output as _tributary_commission_v1_ReserveRequest__Output } from './tributary/commission/v1/ReserveRequest.ts';
import type { ReserveResponse as _tributary_commission_v1_ReserveResponse, ReserveResponse__Output as _tributary_commission_v1_ReserveResponse__Output } from './tributary/commission/v1/ReserveResponse.ts';
import type { ReservedItem as _tributary_commission_v1_ReservedItem, ReservedItem__Output as _tributary_commission_v1_ReservedItem__Output } from './tributary/commission/v1/ReservedItem.ts';
import type { RestoreRequest as _tributary_commission_v1_RestoreRequest, RestoreRequest__Output as _tributary_commission_v1_RestoreRequest__Output } from './tributary/commission/v1/RestoreRequest.ts';
import type { RestoreResponse as _tributary_commission_v1_RestoreResponse, RestoreResponse__Output as _tributary_commission_v1_RestoreResponse__Output } from './tributary/commission/v1/RestoreResponse.ts';
import type { SettleRequest as _tributary_commission_v1_SettleRequest, SettleRequest__Output as _tributary_commission_v1_SettleRequest__Output } from './tributary/commission/v1/SettleRequest.ts';
import type { SettleResponse as _tributary_commission_v1_SettleResponse, SettleResponse__Output as _tributary_commission_v1_SettleResponse__Output } from './tributary/commission/v1/SettleResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    commission: {
      v1: {
        BalanceRequest: MessageTypeDefinition<_tributary_commission_v1_BalanceRequest, _tributary_commission_v1_BalanceRequest__Output>
        BalanceResponse: MessageTypeDefinition<_tributary_commission_v1_BalanceResponse, _tributary_commission_v1_BalanceResponse__Output>
        Ledger: SubtypeConstructor<typeof grpc.Client, _tributary_commission_v1_LedgerClient> & { service: _tributary_commission_v1_LedgerDefinition }
        ReleaseRequest: MessageTypeDefinition<_tributary_commission_v1_ReleaseRequest, _tributary_commission_v1_ReleaseRequest__Output>
        ReleaseResponse: MessageTypeDefinition<_tributary_commission_v1_ReleaseResponse, _tributary_commission_v1_ReleaseResponse__Output>
        ReserveRequest: MessageTypeDefinition<_tributary_commission_v1_ReserveRequest, _tributary_commission_v1_ReserveRequest__Output>
        ReserveResponse: MessageTypeDefinition<_tributary_commission_v1_ReserveResponse, _tributary_commission_v1_ReserveResponse__Output>
        ReservedItem: MessageTypeDefinition<_tributary_commission_v1_ReservedItem, _tributary_commission_v1_ReservedItem__Output>
        RestoreRequest: MessageTypeDefinition<_tributary_commission_v1_RestoreRequest, _tributary_commission_v1_RestoreRequest__Output>
        RestoreResponse: MessageTypeDefinition<_tributary_commission_v1_RestoreResponse, _tributary_commission_v1_RestoreResponse__Output>
        SettleRequest: MessageTypeDefinition<_tributary_commission_v1_SettleRequest, _tributary_commission_v1_SettleRequest__Output>
        SettleResponse: MessageTypeDefinition<_tributary_commission_v1_SettleResponse, _tributary_commission_v1_SettleResponse__Output>
      }
    }
  }
}

