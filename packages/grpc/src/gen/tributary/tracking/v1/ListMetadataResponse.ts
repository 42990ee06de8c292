
import type { OrderMetadata as _tributary_tracking_v1_OrderMetadata, OrderMetadata__Output as _tributary_tracking_v1_OrderMetadata__Output } from '../../../tributary/tracking/v1/OrderMetadata.ts';

export interface ListMetadataResponse {
  'orders'?: (_tributary_tracking_v1_OrderMetadata)[];
}

export interface ListMetadataResponse__Output {
  'orders': (_tributary_tracking_v1_OrderMetadata__Output)[];
}
