
import type { Journey as _tributary_tracking_v1_Journey, Journey__Output as _tributary_tracking_v1_Journey__Output } from '../../../tributary/tracking/v1/Journey.ts';
import type { Touchpoint as _tributary_tracking_v1_Touchpoint, Touchpoint__Output as _tributary_tracking_v1_Touchpoint__Output } from '../../../tributary/tracking/v1/Touchpoint.ts';

export interface FindJourneysResponse {
  'journeys'?: (_tributary_tracking_v1_Journey)[];
  'touchpoints'?: (_tributary_tracking_v1_Touchpoint)[];
}

export interface FindJourneysResponse__Output {
  'journeys': (_tributary_tracking_v1_Journey__Output)[];
  'touchpoints': (_tributary_tracking_v1_Touchpoint__Output)[];
}
