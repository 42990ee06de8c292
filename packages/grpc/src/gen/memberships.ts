import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FindMembershipsRequest as _tributary_campaign_v1_FindMembershipsRequest, FindMembershipsRequest__Output as _tributary_campaign_v1_FindMembershipsRequest__Output } from './tributary/campaign/v1/FindMembershipsRequest.ts';
import type { FindMembershipsResponse as _tributary_campaign_v1_FindMembershipsResponse, FindMembershipsResponse__Output as _tributary_campaign_v1_FindMembershipsResponse__Output } from './tributary/campaign/v1/FindMembershipsResponse.ts';
import type { Membership as _tributary_campaign_v1_Membership, Membership__Output as _tributary_campaign_v1_Membership__Output } from './tributary/campaign/v1/Membership.ts';
import type { MembershipsClient as _tributary_campaign_v1_MembershipsClient, MembershipsDefinition as _tributary_campaign_v1_MembershipsDefinition } from './tributary/campaign/v1/Memberships.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    campaign: {
      v1: {
        FindMembershipsRequest: MessageTypeDefinition<_tributary_campaign_v1_FindMembershipsRequest, _tributary_campaign_v1_FindMembershipsRequest__Output>
        FindMembershipsResponse: MessageTypeDefinition<_tributary_campaign_v1_FindMembershipsResponse, _tributary_campaign_v1_FindMembershipsResponse__Output>
        Membership: MessageTypeDefinition<_tributary_campaign_v1_Membership, _tributary_campaign_v1_Membership__Output>
        Memberships: SubtypeConstructor<typeof grpc.Client, _tributary_campaign_v1_MembershipsClient> & { service: _tributary_campaign_v1_MembershipsDefinition }
      }
    }
  }
}

