import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ClicksClient as _tributary_tracking_v1_ClicksClient, ClicksDefinition as _tributary_tracking_v1_ClicksDefinition } from './tributary/tracking/v1/Clicks.ts';
import type { FindJourneysRequest as _tributary_tracking_v1_FindJourneysRequest, FindJourneysRequest__Output as _tributary_tracking_v1_FindJourneysRequest__Output } from './tributary/tracking/v1/FindJourneysRequest.ts';
import type { FindJourneysResponse as _tributary_tracking_v1_FindJourneysResponse, FindJourneysResponse__Output as _tributary_tracking_v1_FindJourneysResponse__Output } from './tributary/tracking/v1/FindJourneysResponse.ts';
import type { Journey as _tributary_tracking_v1_Journey, Journey__Output as _tributary_tracking_v1_Journey__Output } from './tributary/tracking/v1/Journey.ts';
import type { JourneyQuery as _tributary_tracking_v1_JourneyQuery, JourneyQuery__Output as _tributary_tracking_v1_JourneyQuery__Output } from './tributary/tracking/v1/JourneyQuery.ts';
import type { ListMetadataRequest as _tributary_tracking_v1_ListMetadataRequest, ListMetadataRequest__Output as _tributary_tracking_v1_ListMetadataRequest__Output } from './tributary/tracking/v1/ListMetadataRequest.ts';
import type { ListMetadataResponse as _tributary_tracking_v1_ListMetadataResponse, ListMetadataResponse__Output as _tributary_tracking_v1_ListMetadataResponse__Output } from './tributary/tracking/v1/ListMetadataResponse.ts';
import type { ListVisitorsRequest as _tributary_tracking_v1_ListVisitorsRequest, ListVisitorsRequest__Output as _tributary_tracking_v1_ListVisitorsRequest__Output } from './tributary/tracking/v1/ListVisitorsRequest.ts';
import type { ListVisitorsResponse as _tributary_tracking_v1_ListVisitorsResponse, ListVisitorsResponse__Output as _tributary_tracking_v1_ListVisitorsResponse__Output } from './tributary/tracking/v1/ListVisitorsResponse.ts';
import type { ListVisitsRequest as _tributary_tracking_v1_ListVisitsRequest, ListVisitsRequest__Output as _tributary_tracking_v1_ListVisitsRequest__Output } from './tributary/tracking/v1/ListVisitsRequest.ts';
import type { ListVisitsResponse as _tributary_tracking_v1_ListVisitsResponse, ListVisitsResponse__Output as _tributary_tracking_v1_ListVisitsResponse__Output } from './tributary/tracking/v1/ListVisitsResponse.ts';
import type { OrderMetadata as _tributary_tracking_v1_OrderMetadata, OrderMetadata__Output as _tributary_tracking_v1_OrderMetadata__Output } from './tributary/tracking/v1/OrderMetadata.ts';
import type { OrdersClient as _tributary_tracking_v1_OrdersClient, OrdersDefinition as _tributary_tracking_v1_OrdersDefinition } from './tributary/tracking/v1/Orders.ts';
import type { Touchpoint as _tributary_tracking_v1_Touchpoint, Touchpoint__Output as _tributary_tracking_v1_Touchpoint__Output } from './tributary/tracking/v1/Touchpoint.ts';
import type { Visit as _tributary_tracking_v1_Visit, Visit__Output as _tributary_tracking_v1_Visit__Output } from './tributary/tracking/v1/Visit.ts';
import type { Visitor as _tributary_tracking_v1_Visitor, Visitor__Output as _tributary_tracking_v1_Visitor__Output } from './tributary/tracking/v1/Visitor.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tributary: {
    tracking: {
      v1: {
        Clicks: SubtypeConstructor<typeof grpc.Client, _tributary_tracking_v1_ClicksClient> & { service: _tributary_tracking_v1_ClicksDefinition }
        FindJourneysRequest: MessageTypeDefinition<_tributary_tracking_v1_FindJourneysRequest, _tributary_tracking_v1_FindJourneysRequest__Output>
        FindJourneysResponse: MessageTypeDefinition<_tributary_tracking_v1_FindJourneysResponse, _tributary_tracking_v1_FindJourneysResponse__Output>
        Journey: MessageTypeDefinition<_tributary_tracking_v1_Journey, _tributary_tracking_v1_Journey__Output>
        JourneyQuery: MessageTypeDefinition<_tributary_tracking_v1_JourneyQuery, _tributary_tracking_v1_JourneyQuery__Output>
        ListMetadataRequest: MessageTypeDefinition<_tributary_tracking_v1_ListMetadataRequest, _tributary_tracking_v1_ListMetadataRequest__Output>
        ListMetadataResponse: MessageTypeDefinition<_tributary_tracking_v1_ListMetadataResponse, _tributary_tracking_v1_ListMetadataResponse__Output>
        ListVisitorsRequest: MessageTypeDefinition<_tributary_tracking_v1_ListVisitorsRequest, _tributary_tracking_v1_ListVisitorsRequest__Output>
        ListVisitorsResponse: MessageTypeDefinition<_tributary_tracking_v1_ListVisitorsResponse, _tributary_tracking_v1_ListVisitorsResponse__Output>
        ListVisitsRequest: MessageTypeDefinition<_tributary_tracking_v1_ListVisitsRequest, _tributary_tracking_v1_ListVisitsRequest__Output>
        ListVisitsResponse: MessageTypeDefinition<_tributary_tracking_v1_ListVisitsResponse, _tributary_tracking_v1_ListVisitsResponse__Output>
        OrderMetadata: MessageTypeDefinition<_tributary_tracking_v1_OrderMetadata, _tributary_tracking_v1_OrderMetadata__Output>
        Orders: SubtypeConstructor<typeof grpc.Client, _tributary_tracking_v1_OrdersClient> & { service: _tributary_tracking_v1_OrdersDefinition }
        Touchpoint: MessageTypeDefinition<_tributary_tracking_v1_Touchpoint, _tributary_tracking_v1_Touchpoint__Output>
        Visit: MessageTypeDefinition<_tributary_tracking_v1_Visit, _tributary_tracking_v1_Visit__Output>
        Visitor: MessageTypeDefinition<_tributary_tracking_v1_Visitor, _tributary_tracking_v1_Visitor__Output>
      }
    }
  }
}

