
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BalanceRequest as _tributary_commission_v1_BalanceRequest, BalanceRequest__Output as _tributary_commission_v1_BalanceRequest__Output } from '../../../tributary/commission/v1/BalanceRequest.ts';
import type { BalanceResponse as _tributary_commission_v1_BalanceResponse, BalanceResponse__Output as _tributary_commission_v1_BalanceResponse__Output } from '../../../tributary/commission/v1/BalanceResponse.ts';
import type { ReleaseRequest as _tributary_commission_v1_ReleaseRequest, ReleaseRequest__Output as _tributary_commission_v1_ReleaseRequest__Output } from '../../../tributary/commission/v1/ReleaseRequest.ts';
import type { ReleaseResponse as _tributary_commission_v1_ReleaseResponse, ReleaseResponse__Output as _tributary_commission_v1_ReleaseResponse__Output } from '../../../tributary/commission/v1/ReleaseResponse.ts';
import type { ReserveRequest as _tributary_commission_v1_ReserveRequest, ReserveRequest__Output as _tributary_commission_v1_ReserveRequest__Output } from '../../../tributary/commission/v1/ReserveRequest.ts';
import type { ReserveResponse as _tributary_commission_v1_ReserveResponse, ReserveResponse__Output as _tributary_commission_v1_ReserveResponse__Output } from '../../../tributary/commission/v1/ReserveResponse.ts';
import type { RestoreRequest as _tributary_commission_v1_RestoreRequest, RestoreRequest__Output as _tributary_commission_v1_RestoreRequest__Output } from '../../../tributary/commission/v1/RestoreRequest.ts';
import type { RestoreResponse as _tributary_commission_v1_RestoreResponse, RestoreResponse__Output as _tributary_commission_v1_RestoreResponse__Output } from '../../../tributary/commission/v1/RestoreResponse.ts';
import type { SettleRequest as _tributary_commission_v1_SettleRequest, SettleRequest__Output as _tributary_commission_v1_SettleRequest__Output } from '../../../tributary/commission/v1/SettleRequest.ts';
import type { SettleResponse as _tributary_commission_v1_SettleResponse, SettleResponse__Output as _tributary_commission_v1_SettleResponse__Output } from '../../../tributary/commission/v1/SettleResponse.ts';

export interface LedgerClient extends grpc.Client {
  Balance(argument: _tributary_commission_v1_BalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  Balance(argument: _tributary_commission_v1_BalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  Balance(argument: _tributary_commission_v1_BalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  Balance(argument: _tributary_commission_v1_BalanceRequest, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  balance(argument: _tributary_commission_v1_BalanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  balance(argument: _tributary_commission_v1_BalanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  balance(argument: _tributary_commission_v1_BalanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  balance(argument: _tributary_commission_v1_BalanceRequest, callback: grpc.requestCallback<_tributary_commission_v1_BalanceResponse__Output>): grpc.ClientUnaryCall;
  
  Release(argument: _tributary_commission_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _tributary_commission_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _tributary_commission_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _tributary_commission_v1_ReleaseRequest, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _tributary_commission_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _tributary_commission_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _tributary_commission_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _tributary_commission_v1_ReleaseRequest, callback: grpc.requestCallback<_tributary_commission_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  
  Reserve(argument: _tributary_commission_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _tributary_commission_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _tributary_commission_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _tributary_commission_v1_ReserveRequest, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _tributary_commission_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _tributary_commission_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _tributary_commission_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _tributary_commission_v1_ReserveRequest, callback: grpc.requestCallback<_tributary_commission_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  
  Restore(argument: _tributary_commission_v1_RestoreRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  Restore(argument: _tributary_commission_v1_RestoreRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  Restore(argument: _tributary_commission_v1_RestoreRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  Restore(argument: _tributary_commission_v1_RestoreRequest, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  restore(argument: _tributary_commission_v1_RestoreRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  restore(argument: _tributary_commission_v1_RestoreRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  restore(argument: _tributary_commission_v1_RestoreRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  restore(argument: _tributary_commission_v1_RestoreRequest, callback: grpc.requestCallback<_tributary_commission_v1_RestoreResponse__Output>): grpc.ClientUnaryCall;
  
  Settle(argument: _tributary_commission_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _tributary_commission_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _tributary_commission_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  Settle(argument: _tributary_commission_v1_SettleRequest, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _tributary_commission_v1_SettleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _tributary_commission_v1_SettleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _tributary_commission_v1_SettleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  settle(argument: _tributary_commission_v1_SettleRequest, callback: grpc.requestCallback<_tributary_commission_v1_SettleResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LedgerHandlers extends grpc.UntypedServiceImplementation {
  Balance: grpc.handleUnaryCall<_tributary_commission_v1_BalanceRequest__Output, _tributary_commission_v1_BalanceResponse>;
  
  Release: grpc.handleUnaryCall<_tributary_commission_v1_ReleaseRequest__Output, _tributary_commission_v1_ReleaseResponse>;
  
  Reserve: grpc.handleUnaryCall<_tributary_commission_v1_ReserveRequest__Output, _tributary_commission_v1_ReserveResponse>;
  
  Restore: grpc.handleUnaryCall<_tributary_commission_v1_RestoreRequest__Output, _tributary_commission_v1_RestoreResponse>;
  
  Settle: grpc.handleUnaryCall<_tributary_commission_v1_SettleRequest__Output, _tributary_commission_v1_SettleResponse>;
  
}

export interface LedgerDefinition extends grpc.ServiceDefinition {
  Balance: MethodDefinition<_tributary_commission_v1_BalanceRequest, _tributary_commission_v1_BalanceResponse, _tributary_commission_v1_BalanceRequest__Output, _tributary_commission_v1_BalanceResponse__Output>
  Release: MethodDefinition<_tributary_commission_v1_ReleaseRequest, _tributary_commission_v1_ReleaseResponse, _tributary_commission_v1_ReleaseRequest__Output, _tributary_commission_v1_ReleaseResponse__Output>
  Reserve: MethodDefinition<_tributary_commission_v1_ReserveRequest, _tributary_commission_v1_ReserveResponse, _tributary_commission_v1_ReserveRequest__Output, _tributary_commission_v1_ReserveResponse__Output>
  Restore: MethodDefinition<_tributary_commission_v1_RestoreRequest, _tributary_commission_v1_RestoreResponse, _tributary_commission_v1_RestoreRequest__Output, _tributary_commission_v1_RestoreResponse__Output>
  Settle: MethodDefinition<_tributary_commission_v1_SettleRequest, _tributary_commission_v1_SettleResponse, _tributary_commission_v1_SettleRequest__Output, _tributary_commission_v1_SettleResponse__Output>
}
