
import type { Visitor as _tributary_tracking_v1_Visitor, Visitor__Output as _tributary_tracking_v1_Visitor__Output } from '../../../tributary/tracking/v1/Visitor.ts';

export interface ListVisitorsResponse {
  'visitors'?: (_tributary_tracking_v1_Visitor)[];
  'next'?: (string);
}

export interface ListVisitorsResponse__Output {
  'visitors': (_tributary_tracking_v1_Visitor__Output)[];
  'next': (string);
}
