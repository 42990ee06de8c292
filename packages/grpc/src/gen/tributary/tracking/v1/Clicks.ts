
import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { FindJourneysRequest as _tributary_tracking_v1_FindJourneysRequest, FindJourneysRequest__Output as _tributary_tracking_v1_FindJourneysRequest__Output } from '../../../tributary/tracking/v1/FindJourneysRequest.ts';
import type { FindJourneysResponse as _tributary_tracking_v1_FindJourneysResponse, FindJourneysResponse__Output as _tributary_tracking_v1_FindJourneysResponse__Output } from '../../../tributary/tracking/v1/FindJourneysResponse.ts';
import type { ListVisitorsRequest as _tributary_tracking_v1_ListVisitorsRequest, ListVisitorsRequest__Output as _tributary_tracking_v1_ListVisitorsRequest__Output } from '../../../tributary/tracking/v1/ListVisitorsRequest.ts';
import type { ListVisitorsResponse as _tributary_tracking_v1_ListVisitorsResponse, ListVisitorsResponse__Output as _tributary_tracking_v1_ListVisitorsResponse__Output } from '../../../tributary/tracking/v1/ListVisitorsResponse.ts';
import type { ListVisitsRequest as _tributary_tracking_v1_ListVisitsRequest, ListVisitsRequest__Output as _tributary_tracking_v1_ListVisitsRequest__Output } from '../../../tributary/tracking/v1/ListVisitsRequest.ts';
import type { ListVisitsResponse as _tributary_tracking_v1_ListVisitsResponse, ListVisitsResponse__Output as _tributary_tracking_v1_ListVisitsResponse__Output } from '../../../tributary/tracking/v1/ListVisitsResponse.ts';

export interface ClicksClient extends grpc.Client {
  FindJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  FindJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  FindJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  FindJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  findJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  findJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  findJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  findJourneys(argument: _tributary_tracking_v1_FindJourneysRequest, callback: grpc.requestCallback<_tributary_tracking_v1_FindJourneysResponse__Output>): grpc.ClientUnaryCall;
  
  ListVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listVisitors(argument: _tributary_tracking_v1_ListVisitorsRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitorsResponse__Output>): grpc.ClientUnaryCall;
  
  ListVisits(argument: _tributary_tracking_v1_ListVisitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  ListVisits(argument: _tributary_tracking_v1_ListVisitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  ListVisits(argument: _tributary_tracking_v1_ListVisitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  ListVisits(argument: _tributary_tracking_v1_ListVisitsRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  listVisits(argument: _tributary_tracking_v1_ListVisitsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  listVisits(argument: _tributary_tracking_v1_ListVisitsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  listVisits(argument: _tributary_tracking_v1_ListVisitsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  listVisits(argument: _tributary_tracking_v1_ListVisitsRequest, callback: grpc.requestCallback<_tributary_tracking_v1_ListVisitsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface ClicksHandlers extends grpc.UntypedServiceImplementation {
  FindJourneys: grpc.handleUnaryCall<_tributary_tracking_v1_FindJourneysRequest__Output, _tributary_tracking_v1_FindJourneysResponse>;
  
  ListVisitors: grpc.handleUnaryCall<_tributary_tracking_v1_ListVisitorsRequest__Output, _tributary_tracking_v1_ListVisitorsResponse>;
  
  ListVisits: grpc.handleUnaryCall<_tributary_tracking_v1_ListVisitsRequest__Output, _tributary_tracking_v1_ListVisitsResponse>;
  
}

export interface ClicksDefinition extends grpc.ServiceDefinition {
  FindJourneys: MethodDefinition<_tributary_tracking_v1_FindJourneysRequest, _tributary_tracking_v1_FindJourneysResponse, _tributary_tracking_v1_FindJourneysRequest__Output, _tributary_tracking_v1_FindJourneysResponse__Output>
  ListVisitors: MethodDefinition<_tributary_tracking_v1_ListVisitorsRequest, _tributary_tracking_v1_ListVisitorsResponse, _tributary_tracking_v1_ListVisitorsRequest__Output, _tributary_tracking_v1_ListVisitorsResponse__Output>
  ListVisits: MethodDefinition<_tributary_tracking_v1_ListVisitsRequest, _tributary_tracking_v1_ListVisitsResponse, _tributary_tracking_v1_ListVisitsRequest__Output, _tributary_tracking_v1_ListVisitsResponse__Output>
}
