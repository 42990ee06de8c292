
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindMembershipsRequest as _tributary_campaign_v1_FindMembershipsRequest, FindMembershipsRequest__Output as _tributary_campaign_v1_FindMembershipsRequest__Output } from '../../../tributary/campaign/v1/FindMembershipsRequest.ts';
import type { FindMembershipsResponse as _tributary_campaign_v1_FindMembershipsResponse, FindMembershipsResponse__Output as _tributary_campaign_v1_FindMembershipsResponse__Output } from '../../../tributary/campaign/v1/FindMembershipsResponse.ts';

export interface MembershipsClient extends grpc.Client {
  FindMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  FindMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  FindMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  FindMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  findMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  findMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  findMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  findMemberships(argument: _tributary_campaign_v1_FindMembershipsRequest, callback: grpc.requestCallback<_tributary_campaign_v1_FindMembershipsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface MembershipsHandlers extends grpc.UntypedServiceImplementation {
  FindMemberships: grpc.handleUnaryCall<_tributary_campaign_v1_FindMembershipsRequest__Output, _tributary_campaign_v1_FindMembershipsResponse>;
  
}

export interface MembershipsDefinition extends grpc.ServiceDefinition {
  FindMemberships: MethodDefinition<_tributary_campaign_v1_FindMembershipsRequest, _tributary_campaign_v1_FindMembershipsResponse, _tributary_campaign_v1_FindMembershipsRequest__Output, _tributary_campaign_v1_FindMembershipsResponse__Output>
}
