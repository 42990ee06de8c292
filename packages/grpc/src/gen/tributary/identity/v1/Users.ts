
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExchangeApiKeyRequest as _tributary_identity_v1_ExchangeApiKeyRequest, ExchangeApiKeyRequest__Output as _tributary_identity_v1_ExchangeApiKeyRequest__Output } from '../../../tributary/identity/v1/ExchangeApiKeyRequest.ts';
import type { ExchangeApiKeyResponse as _tributary_identity_v1_ExchangeApiKeyResponse, ExchangeApiKeyResponse__Output as _tributary_identity_v1_ExchangeApiKeyResponse__Output } from '../../../tributary/identity/v1/ExchangeApiKeyResponse.ts';
import type { ExchangeSessionCookieRequest as _tributary_identity_v1_ExchangeSessionCookieRequest, ExchangeSessionCookieRequest__Output as _tributary_identity_v1_ExchangeSessionCookieRequest__Output } from '../../../tributary/identity/v1/ExchangeSessionCookieRequest.ts';
import type { ExchangeSessionCookieResponse as _tributary_identity_v1_ExchangeSessionCookieResponse, ExchangeSessionCookieResponse__Output as _tributary_identity_v1_ExchangeSessionCookieResponse__Output } from '../../../tributary/identity/v1/ExchangeSessionCookieResponse.ts';
import type { GetManyRequest as _tributary_identity_v1_GetManyRequest, GetManyRequest__Output as _tributary_identity_v1_GetManyRequest__Output } from '../../../tributary/identity/v1/GetManyRequest.ts';
import type { GetManyResponse as _tributary_identity_v1_GetManyResponse, GetManyResponse__Output as _tributary_identity_v1_GetManyResponse__Output } from '../../../tributary/identity/v1/GetManyResponse.ts';
import type { NoteRequestsRequest as _tributary_identity_v1_NoteRequestsRequest, NoteRequestsRequest__Output as _tributary_identity_v1_NoteRequestsRequest__Output } from '../../../tributary/identity/v1/NoteRequestsRequest.ts';
import type { NoteRequestsResponse as _tributary_identity_v1_NoteRequestsResponse, NoteRequestsResponse__Output as _tributary_identity_v1_NoteRequestsResponse__Output } from '../../../tributary/identity/v1/NoteRequestsResponse.ts';
import type { NoteUsageRequest as _tributary_identity_v1_NoteUsageRequest, NoteUsageRequest__Output as _tributary_identity_v1_NoteUsageRequest__Output } from '../../../tributary/identity/v1/NoteUsageRequest.ts';
import type { NoteUsageResponse as _tributary_identity_v1_NoteUsageResponse, NoteUsageResponse__Output as _tributary_identity_v1_NoteUsageResponse__Output } from '../../../tributary/identity/v1/NoteUsageResponse.ts';

export interface UsersClient extends grpc.Client {
  ExchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _tributary_identity_v1_ExchangeApiKeyRequest, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeApiKeyResponse__Output>): grpc.ClientUnaryCall;
  
  ExchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  ExchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  ExchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  ExchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  exchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  exchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  exchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  exchangeSessionCookie(argument: _tributary_identity_v1_ExchangeSessionCookieRequest, callback: grpc.requestCallback<_tributary_identity_v1_ExchangeSessionCookieResponse__Output>): grpc.ClientUnaryCall;
  
  GetMany(argument: _tributary_identity_v1_GetManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  GetMany(argument: _tributary_identity_v1_GetManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  GetMany(argument: _tributary_identity_v1_GetManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  GetMany(argument: _tributary_identity_v1_GetManyRequest, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  getMany(argument: _tributary_identity_v1_GetManyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  getMany(argument: _tributary_identity_v1_GetManyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  getMany(argument: _tributary_identity_v1_GetManyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  getMany(argument: _tributary_identity_v1_GetManyRequest, callback: grpc.requestCallback<_tributary_identity_v1_GetManyResponse__Output>): grpc.ClientUnaryCall;
  
  NoteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  NoteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  NoteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  NoteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  noteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  noteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  noteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  noteRequests(argument: _tributary_identity_v1_NoteRequestsRequest, callback: grpc.requestCallback<_tributary_identity_v1_NoteRequestsResponse__Output>): grpc.ClientUnaryCall;
  
  NoteUsage(argument: _tributary_identity_v1_NoteUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  NoteUsage(argument: _tributary_identity_v1_NoteUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  NoteUsage(argument: _tributary_identity_v1_NoteUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  NoteUsage(argument: _tributary_identity_v1_NoteUsageRequest, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  noteUsage(argument: _tributary_identity_v1_NoteUsageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  noteUsage(argument: _tributary_identity_v1_NoteUsageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  noteUsage(argument: _tributary_identity_v1_NoteUsageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  noteUsage(argument: _tributary_identity_v1_NoteUsageRequest, callback: grpc.requestCallback<_tributary_identity_v1_NoteUsageResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface UsersHandlers extends grpc.UntypedServiceImplementation {
  ExchangeApiKey: grpc.handleUnaryCall<_tributary_identity_v1_ExchangeApiKeyRequest__Output, _tributary_identity_v1_ExchangeApiKeyResponse>;
  
  ExchangeSessionCookie: grpc.handleUnaryCall<_tributary_identity_v1_ExchangeSessionCookieRequest__Output, _tributary_identity_v1_ExchangeSessionCookieResponse>;
  
  GetMany: grpc.handleUnaryCall<_tributary_identity_v1_GetManyRequest__Output, _tributary_identity_v1_GetManyResponse>;
  
  NoteRequests: grpc.handleUnaryCall<_tributary_identity_v1_NoteRequestsRequest__Output, _tributary_identity_v1_NoteRequestsResponse>;
  
  NoteUsage: grpc.handleUnaryCall<_tributary_identity_v1_NoteUsageRequest__Output, _tributary_identity_v1_NoteUsageResponse>;
  
}

export interface UsersDefinition extends grpc.ServiceDefinition {
  ExchangeApiKey: MethodDefinition<_tributary_identity_v1_ExchangeApiKeyRequest, _tributary_identity_v1_ExchangeApiKeyResponse, _tributary_identity_v1_ExchangeApiKeyRequest__Output, _tributary_identity_v1_ExchangeApiKeyResponse__Output>
  ExchangeSessionCookie: MethodDefinition<_tributary_identity_v1_ExchangeSessionCookieRequest, _tributary_identity_v1_ExchangeSessionCookieResponse, _tributary_identity_v1_ExchangeSessionCookieRequest__Output, _tributary_identity_v1_ExchangeSessionCookieResponse__Output>
  GetMany: MethodDefinition<_tributary_identity_v1_GetManyRequest, _tributary_identity_v1_GetManyResponse, _tributary_identity_v1_GetManyRequest__Output, _tributary_identity_v1_GetManyResponse__Output>
  NoteRequests: MethodDefinition<_tributary_identity_v1_NoteRequestsRequest, _tributary_identity_v1_NoteRequestsResponse, _tributary_identity_v1_NoteRequestsRequest__Output, _tributary_identity_v1_NoteRequestsResponse__Output>
  NoteUsage: MethodDefinition<_tributary_identity_v1_NoteUsageRequest, _tributary_identity_v1_NoteUsageResponse, _tributary_identity_v1_NoteUsageRequest__Output, _tributary_identity_v1_NoteUsageResponse__Output>
}
