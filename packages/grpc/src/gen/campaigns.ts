import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CampaignsClient as _tributary_campaign_v1_CampaignsClient, CampaignsDefinition as _tributary_campaign_v1_CampaignsDefinition } from './tributary/campaign/v1/Campaigns.ts';
import type { CheckAccessRequest as _tributary_campaign_v1_CheckAccessRequest, CheckAccessRequest__Output as _tributary_campaign_v1_CheckAccessRequest__Output } from './tributary/campaign/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _tributary_campaign_v1_CheckAccessResponse, CheckAccessResponse__Output as _tributary_campaign_v1_CheckAccessResponse__Output } from './tributary/campaign/v1/CheckAccessResponse.ts';
import type { FindCouponsRequest as _tributary_campaign_v1_FindCouponsRequest, FindCouponsRequest__Output as _tributary_campaign_v1_FindCouponsRequest__Output } from './tributary/campaign/v1/FindCouponsRequest.ts';
import type { FindCouponsResponse as _tributary_campaign_v1_FindCouponsResponse, FindCouponsResponse__Output as _tributary_campaign_v1_FindCouponsResponse__Output } from './tributary/campaign/v1/FindCouponsResponse.ts';
import type { GetCampaignRequest as _tributary_campaign_v1_GetCampaignRequest, GetCampaignRequest__Output as _tributary_campaign_v1_GetCampaignRequest__Output } from './tributary/campaign/v1/GetCampaignRequest.ts';
import type { GetCampaignResponse as _tributary_campaign_v1_GetCampaignResponse, GetCampaignResponse__Output as _tributary_campaign_v1_GetCampaignResponse__Output } from './tributary/campaign/v1/GetCampaignResponse.ts';
import type { ResolveLinkRequest as _tributary_campaign_v1_ResolveLinkRequest, ResolveLinkRequest__Output as _tributary_campaign_v1_ResolveLinkRequest__Output } from './tributary/campaign/v1/ResolveLinkRequest.ts';
import type { ResolveLinkResponse as _tributary_campaign_v1_ResolveLinkResponse, ResolveLinkResponse__Output as _tributary_campaign_v1_ResolveLinkResponse__Output } from './tributary/campaign/v1/ResolveLinkResponse.ts';
import type { SetAttributionRequest as _tributary_campaign_v1_SetAttributionRequest, SetAttributionRequest__Output as _tributary_campaign_v1_SetAttributionRequest__Output } from './tributary/campaign/v1/SetAttributionRequest.ts';
import type { SetAttributionResponse as _tributary_campaign_v1_SetAttributionResponse, SetAttributionResponse__Output as _tributary_campaign_v1_SetAttributionResponse__Output } from './tributary/campaign/v1/SetAttributionResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    campaign: {
      v1: {
        Campaigns: SubtypeConstructor<typeof grpc.Client, _tributary_campaign_v1_CampaignsClient> & { service: _tributary_campaign_v1_CampaignsDefinition }
        CheckAccessRequest: MessageTypeDefinition<_tributary_campaign_v1_CheckAccessRequest, _tributary_campaign_v1_CheckAccessRequest__Output>
        CheckAccessResponse: MessageTypeDefinition<_tributary_campaign_v1_CheckAccessResponse, _tributary_campaign_v1_CheckAccessResponse__Output>
        FindCouponsRequest: MessageTypeDefinition<_tributary_campaign_v1_FindCouponsRequest, _tributary_campaign_v1_FindCouponsRequest__Output>
        FindCouponsResponse: MessageTypeDefinition<_tributary_campaign_v1_FindCouponsResponse, _tributary_campaign_v1_FindCouponsResponse__Output>
        GetCampaignRequest: MessageTypeDefinition<_tributary_campaign_v1_GetCampaignRequest, _tributary_campaign_v1_GetCampaignRequest__Output>
        GetCampaignResponse: MessageTypeDefinition<_tributary_campaign_v1_GetCampaignResponse, _tributary_campaign_v1_GetCampaignResponse__Output>
        ResolveLinkRequest: MessageTypeDefinition<_tributary_campaign_v1_ResolveLinkRequest, _tributary_campaign_v1_ResolveLinkRequest__Output>
        ResolveLinkResponse: MessageTypeDefinition<_tributary_campaign_v1_ResolveLinkResponse, _tributary_campaign_v1_ResolveLinkResponse__Output>
        SetAttributionRequest: MessageTypeDefinition<_tributary_campaign_v1_SetAttributionRequest, _tributary_campaign_v1_SetAttributionRequest__Output>
        SetAttributionResponse: MessageTypeDefinition<_tributary_campaign_v1_SetAttributionResponse, _tributary_campaign_v1_SetAttributionResponse__Output>
      }
    }
  }
}

