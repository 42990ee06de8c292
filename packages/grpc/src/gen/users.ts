import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExchangeApiKeyRequest as _tributary_identity_v1_ExchangeApiKeyRequest, ExchangeApiKeyRequest__Output as _tributary_identity_v1_ExchangeApiKeyRequest__Output } from './tributary/identity/v1/ExchangeApiKeyRequest.ts';
import type { ExchangeApiKeyResponse as _tributary_identity_v1_ExchangeApiKeyResponse, ExchangeApiKeyResponse__Output as _tributary_identity_v1_ExchangeApiKeyResponse__Output } from './tributary/identity/v1/ExchangeApiKeyResponse.ts';
import type { ExchangeSessionCookieRequest as _tributary_identity_v1_ExchangeSessionCookieRequest, ExchangeSessionCookieRequest__Output as _tributary_identity_v1_ExchangeSessionCookieRequest__Output } from './tributary/identity/v1/ExchangeSessionCookieRequest.ts';
import type { ExchangeSessionCookieResponse as _tributary_identity_v1_ExchangeSessionCookieResponse, ExchangeSessionCookieResponse__Output as _tributary_identity_v1_ExchangeSessionCookieResponse__Output } from './tributary/identity/v1/ExchangeSessionCookieResponse.ts';
import type { GetManyRequest as _tributary_identity_v1_GetManyRequest, GetManyRequest__Output as _tributary_identity_v1_GetManyRequest__Output } from './tributary/identity/v1/GetManyRequest.ts';
import type { GetManyResponse as _tributary_identity_v1_GetManyResponse, GetManyResponse__Output as _tributary_identity_v1_GetManyResponse__Output } from './tributary/identity/v1/GetManyResponse.ts';
import type { LoggedRequest as _tributary_identity_v1_LoggedRequest, LoggedRequest__Output as _tributary_identity_v1_LoggedRequest__Output } from './tributary/identity/v1/LoggedRequest.ts';
import type { MarketingChannels as _tributary_identity_v1_MarketingChannels, MarketingChannels__Output as _tributary_identity_v1_MarketingChannels__Output } from './tributary/identity/v1/MarketingChannels.ts';
import type { NoteRequestsRequest as _tributary_identity_v1_NoteRequestsRequest, NoteRequestsRequest__Output as _tributary_identity_v1_NoteRequestsRequest__Output } from './tributary/identity/v1/NoteRequestsRequest.ts';
import type { NoteRequestsResponse as _tributary_identity_v1_NoteRequestsResponse, NoteRequestsResponse__Output as _tributary_identity_v1_NoteRequestsResponse__Output } from './tributary/identity/v1/NoteRequestsResponse.ts';
import type { NoteUsageRequest as _tributary_identity_v1_NoteUsageRequest, NoteUsageRequest__Output as _tributary_identity_v1_NoteUsageRequest__Output } from './tributary/identity/v1/NoteUsageRequest.ts';
import type { NoteUsageResponse as _tributary_identity_v1_NoteUsageResponse, NoteUsageResponse__Output as _tributary_identity_v1_NoteUsageResponse__Output } from './tributary/identity/v1/NoteUsageResponse.ts';
import type { User as _tributary_identity_v1_User, User__Output as _tributary_identity_v1_User__Output } from './tributary/identity/v1/User.ts';
import type { UsersClient as _tributary_identity_v1_UsersClient, UsersDefinition as _tributary_identity_v1_UsersDefinition } from './tributary/identity/v1/Users.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    identity: {
      v1: {
        ExchangeApiKeyRequest: MessageTypeDefinition<_tributary_identity_v1_ExchangeApiKeyRequest, _tributary_identity_v1_ExchangeApiKeyRequest__Output>
        ExchangeApiKeyResponse: MessageTypeDefinition<_tributary_identity_v1_ExchangeApiKeyResponse, _tributary_identity_v1_ExchangeApiKeyResponse__Output>
        ExchangeSessionCookieRequest: MessageTypeDefinition<_tributary_identity_v1_ExchangeSessionCookieRequest, _tributary_identity_v1_ExchangeSessionCookieRequest__Output>
        ExchangeSessionCookieResponse: MessageTypeDefinition<_tributary_identity_v1_ExchangeSessionCookieResponse, _tributary_identity_v1_ExchangeSessionCookieResponse__Output>
        GetManyRequest: MessageTypeDefinition<_tributary_identity_v1_GetManyRequest, _tributary_identity_v1_GetManyRequest__Output>
        GetManyResponse: MessageTypeDefinition<_tributary_identity_v1_GetManyResponse, _tributary_identity_v1_GetManyResponse__Output>
        LoggedRequest: MessageTypeDefinition<_tributary_identity_v1_LoggedRequest, _tributary_identity_v1_LoggedRequest__Output>
        MarketingChannels: MessageTypeDefinition<_tributary_identity_v1_MarketingChannels, _tributary_identity_v1_MarketingChannels__Output>
        NoteRequestsRequest: MessageTypeDefinition<_tributary_identity_v1_NoteRequestsRequest, _tributary_identity_v1_NoteRequestsRequest__Output>
        NoteRequestsResponse: MessageTypeDefinition<_tributary_identity_v1_NoteRequestsResponse, _tributary_identity_v1_NoteRequestsResponse__Output>
        NoteUsageRequest: MessageTypeDefinition<_tributary_identity_v1_NoteUsageRequest, _tributary_identity_v1_NoteUsageRequest__Output>
        NoteUsageResponse: MessageTypeDefinition<_tributary_identity_v1_NoteUsageResponse, _tributary_identity_v1_NoteUsageResponse__Output>
        User: MessageTypeDefinition<_tributary_identity_v1_User, _tributary_identity_v1_User__Output>
        Users: SubtypeConstructor<typeof grpc.Client, _tributary_identity_v1_UsersClient> & { service: _tributary_identity_v1_UsersDefinition }
      }
    }
  }
}

