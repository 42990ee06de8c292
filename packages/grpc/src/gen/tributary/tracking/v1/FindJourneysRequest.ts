
import type { JourneyQuery as _tributary_tracking_v1_JourneyQuery, JourneyQuery__Output as _tributary_tracking_v1_JourneyQuery__Output } from '../../../tributary/tracking/v1/JourneyQuery.ts';

export interface FindJourneysRequest {
  'queries'?: (_tributary_tracking_v1_JourneyQuery)[];
  'sharesTouches'?: (boolean);
}

export interface FindJourneysRequest__Output {
  'queries': (_tributary_tracking_v1_JourneyQuery__Output)[];
  'sharesTouches': (boolean);
}
