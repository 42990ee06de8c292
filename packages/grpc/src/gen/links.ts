import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { FindLinksRequest as _tributary_campaign_v1_FindLinksRequest, FindLinksRequest__Output as _tributary_campaign_v1_FindLinksRequest__Output } from './tributary/campaign/v1/FindLinksRequest.ts';
import type { FindLinksResponse as _tributary_campaign_v1_FindLinksResponse, FindLinksResponse__Output as _tributary_campaign_v1_FindLinksResponse__Output } from './tributary/campaign/v1/FindLinksResponse.ts';
import type { LinksClient as _tributary_campaign_v1_LinksClient, LinksDefinition as _tributary_campaign_v1_LinksDefinition } from './tributary/campaign/v1/Links.ts';
import type { Partnership as _tributary_campaign_v1_Partnership, Partnership__Output as _tributary_campaign_v1_Partnership__Output } from './tributary/campaign/v1/Partnership.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    campaign: {
      v1: {
        FindLinksRequest: MessageTypeDefinition<_tributary_campaign_v1_FindLinksRequest, _tributary_campaign_v1_FindLinksRequest__Output>
        FindLinksResponse: MessageTypeDefinition<_tributary_campaign_v1_FindLinksResponse, _tributary_campaign_v1_FindLinksResponse__Output>
        Links: SubtypeConstructor<typeof grpc.Client, _tributary_campaign_v1_LinksClient> & { service: _tributary_campaign_v1_LinksDefinition }
        Partnership: MessageTypeDefinition<_tributary_campaign_v1_Partnership, _tributary_campaign_v1_Partnership__Output>
      }
    }
  }
}

