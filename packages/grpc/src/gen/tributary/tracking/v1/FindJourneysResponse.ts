
import type { Journey as _tributary_tracking_v1_Journey, Journey__Output as _tributary_tracking_v1_Journey__Output } from '../../../tributary/tracking/v1/Journey.ts';

export interface FindJourneysResponse {
  'journeys'?: (_tributary_tracking_v1_Journey)[];
}

export interface FindJourneysResponse__Output {
  'journeys': (_tributary_tracking_v1_Journey__Output)[];
}
