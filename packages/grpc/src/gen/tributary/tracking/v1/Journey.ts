
import type { Touchpoint as _tributary_tracking_v1_Touchpoint, Touchpoint__Output as _tributary_tracking_v1_Touchpoint__Output } from '../../../tributary/tracking/v1/Touchpoint.ts';

export interface Journey {
  'hasOwn'?: (boolean);
  'own'?: (_tributary_tracking_v1_Touchpoint | null);
  'touches'?: (_tributary_tracking_v1_Touchpoint)[];
  'isIncomplete'?: (boolean);
  'places'?: (number)[];
}

export interface Journey__Output {
  'hasOwn': (boolean);
  'own': (_tributary_tracking_v1_Touchpoint__Output | null);
  'touches': (_tributary_tracking_v1_Touchpoint__Output)[];
  'isIncomplete': (boolean);
  'places': (number)[];
}
