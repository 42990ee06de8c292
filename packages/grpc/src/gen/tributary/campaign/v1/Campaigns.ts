
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckAccessRequest as _tributary_campaign_v1_CheckAccessRequest, CheckAccessRequest__Output as _tributary_campaign_v1_CheckAccessRequest__Output } from '../../../tributary/campaign/v1/CheckAccessRequest.ts';
import type { CheckAccessResponse as _tributary_campaign_v1_CheckAccessResponse, CheckAccessResponse__Output as _tributary_campaign_v1_CheckAccessResponse__Output } from '../../../tributary/campaign/v1/CheckAccessResponse.ts';
import type { FindCouponsRequest as _tributary_campaign_v1_FindCouponsRequest, FindCouponsRequest__Output as _tributary_campaign_v1_FindCouponsRequest__Output } from '../../../tributary/campaign/v1/FindCouponsRequest.ts';
import type { FindCouponsResponse as _tributary_campaign_v1_FindCouponsResponse, FindCouponsResponse__Output as _tributary_campaign_v1_FindCouponsResponse__Output } from '../../../tributary/campaign/v1/FindCouponsResponse.ts';
import type { GetCampaignRequest as _tributary_campaign_v1_GetCampaignRequest, GetCampaignRequest__Output as _tributary_campaign_v1_GetCampaignRequest__Output } from '../../../tributary/campaign/v1/GetCampaignRequest.ts';
import type { GetCampaignResponse as _tributary_campaign_v1_GetCampaignResponse, GetCampaignResponse__Output as _tributary_campaign_v1_GetCampaignResponse__Output } from '../../../tributary/campaign/v1/GetCampaignResponse.ts';
import type { ResolveLinkRequest as _tributary_campaign_v1_ResolveLinkRequest, ResolveLinkRequest__Output as _tributary_campaign_v1_ResolveLinkRequest__Output } from '../../../tributary/campaign/v1/ResolveLinkRequest.ts';
import type { ResolveLinkResponse as _tributary_campaign_v1_ResolveLinkResponse, ResolveLinkResponse__Output as _tributary_campaign_v1_ResolveLinkResponse__Output } from '../../../tributary/campaign/v1/ResolveLinkResponse.ts';
import type { SetAttributionRequest as _tributary_campaign_v1_SetAttributionRequest, SetAttributionRequest__Output as _tributary_campaign_v1_SetAttributionRequest__Output } from '../../../tributary/campaign/v1/SetAttributionRequest.ts';
import type { SetAttributionResponse as _tributary_campaign_v1_SetAttributionResponse, SetAttributionResponse__Output as _tributary_campaign_v1_SetAttributionResponse__Output } from '../../../tributary/campaign/v1/SetAttributionResponse.ts';

export interface CampaignsClient extends grpc.Client {
  CheckAccess(argument: _tributary_campaign_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _tributary_campaign_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _tributary_campaign_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  CheckAccess(argument: _tributary_campaign_v1_CheckAccessRequest, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _tributary_campaign_v1_CheckAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _tributary_campaign_v1_CheckAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _tributary_campaign_v1_CheckAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  checkAccess(argument: _tributary_campaign_v1_CheckAccessRequest, callback: grpc.requestCallback<_tributary_campaign_v1_CheckAccessResponse__Output>): grpc.ClientUnaryCall;
  
  FindCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  FindCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  FindCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  FindCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  findCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  findCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  findCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  findCoupons(argument: _tributary_campaign_v1_FindCouponsRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindCouponsResponse__Output>): grpc.ClientUnaryCall;
  
  GetCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  GetCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  GetCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  GetCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  getCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  getCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  getCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  getCampaign(argument: _tributary_campaign_v1_GetCampaignRequest, callback: grpc.requestCallback<_tributary_campaign_v1_GetCampaignResponse__Output>): grpc.ClientUnaryCall;
  
  ResolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  ResolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  ResolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  ResolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  resolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  resolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  resolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  resolveLink(argument: _tributary_campaign_v1_ResolveLinkRequest, callback: grpc.requestCallback<_tributary_campaign_v1_ResolveLinkResponse__Output>): grpc.ClientUnaryCall;
  
  SetAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  SetAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  SetAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  SetAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  setAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  setAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  setAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  setAttribution(argument: _tributary_campaign_v1_SetAttributionRequest, callback: grpc.requestCallback<_tributary_campaign_v1_SetAttributionResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CampaignsHandlers extends grpc.UntypedServiceImplementation {
  CheckAccess: grpc.handleUnaryCall<_tributary_campaign_v1_CheckAccessRequest__Output, _tributary_campaign_v1_CheckAccessResponse>;
  
  FindCoupons: grpc.handleUnaryCall<_tributary_campaign_v1_FindCouponsRequest__Output, _tributary_campaign_v1_FindCouponsResponse>;
  
  GetCampaign: grpc.handleUnaryCall<_tributary_campaign_v1_GetCampaignRequest__Output, _tributary_campaign_v1_GetCampaignResponse>;
  
  ResolveLink: grpc.handleUnaryCall<_tributary_campaign_v1_ResolveLinkRequest__Output, _tributary_campaign_v1_ResolveLinkResponse>;
  
  SetAttribution: grpc.handleUnaryCall<_tributary_campaign_v1_SetAttributionRequest__Output, _tributary_campaign_v1_SetAttributionResponse>;
  
}

export interface CampaignsDefinition extends grpc.ServiceDefinition {
  CheckAccess: MethodDefinition<_tributary_campaign_v1_CheckAccessRequest, _tributary_campaign_v1_CheckAccessResponse, _tributary_campaign_v1_CheckAccessRequest__Output, _tributary_campaign_v1_CheckAccessResponse__Output>
  FindCoupons: MethodDefinition<_tributary_campaign_v1_FindCouponsRequest, _tributary_campaign_v1_FindCouponsResponse, _tributary_campaign_v1_FindCouponsRequest__Output, _tributary_campaign_v1_FindCouponsResponse__Output>
  GetCampaign: MethodDefinition<_tributary_campaign_v1_GetCampaignRequest, _tributary_campaign_v1_GetCampaignResponse, _tributary_campaign_v1_GetCampaignRequest__Output, _tributary_campaign_v1_GetCampaignResponse__Output>
  ResolveLink: MethodDefinition<_tributary_campaign_v1_ResolveLinkRequest, _tributary_campaign_v1_ResolveLinkResponse, _tributary_campaign_v1_ResolveLinkRequest__Output, _tributary_campaign_v1_ResolveLinkResponse__Output>
  SetAttribution: MethodDefinition<_tributary_campaign_v1_SetAttributionRequest, _tributary_campaign_v1_SetAttributionResponse, _tributary_campaign_v1_SetAttributionRequest__Output, _tributary_campaign_v1_SetAttributionResponse__Output>
}
