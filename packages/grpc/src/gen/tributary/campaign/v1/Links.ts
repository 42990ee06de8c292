
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindLinksRequest as _tributary_campaign_v1_FindLinksRequest, FindLinksRequest__Output as _tributary_campaign_v1_FindLinksRequest__Output } from '../../../tributary/campaign/v1/FindLinksRequest.ts';
import type { FindLinksResponse as _tributary_campaign_v1_FindLinksResponse, FindLinksResponse__Output as _tributary_campaign_v1_FindLinksResponse__Output } from '../../../tributary/campaign/v1/FindLinksResponse.ts';

export interface LinksClient extends grpc.Client {
  FindLinks(argument: _tributary_campaign_v1_FindLinksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  FindLinks(argument: _tributary_campaign_v1_FindLinksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  FindLinks(argument: _tributary_campaign_v1_FindLinksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  FindLinks(argument: _tributary_campaign_v1_FindLinksRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  findLinks(argument: _tributary_campaign_v1_FindLinksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  findLinks(argument: _tributary_campaign_v1_FindLinksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  findLinks(argument: _tributary_campaign_v1_FindLinksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  findLinks(argument: _tributary_campaign_v1_FindLinksRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindLinksResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface LinksHandlers extends grpc.UntypedServiceImplementation {
  FindLinks: grpc.handleUnaryCall<_tributary_campaign_v1_FindLinksRequest__Output, _tributary_campaign_v1_FindLinksResponse>;
  
}

export interface LinksDefinition extends grpc.ServiceDefinition {
  FindLinks: MethodDefinition<_tributary_campaign_v1_FindLinksRequest, _tributary_campaign_v1_FindLinksResponse, _tributary_campaign_v1_FindLinksRequest__Output, _tributary_campaign_v1_FindLinksResponse__Output>
}
