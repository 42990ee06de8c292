
import type { Visit as _tributary_tracking_v1_Visit, Visit__Output as _tributary_tracking_v1_Visit__Output } from '../../../tributary/tracking/v1/Visit.ts';

export interface ListVisitsResponse {
  'visits'?: (_tributary_tracking_v1_Visit)[];
  'next'?: (string);
}

export interface ListVisitsResponse__Output {
  'visits': (_tributary_tracking_v1_Visit__Output)[];
  'next': (string);
}
