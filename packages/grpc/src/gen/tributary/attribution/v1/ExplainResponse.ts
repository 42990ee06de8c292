
import type { Touchpoint as _tributary_attribution_v1_Touchpoint, Touchpoint__Output as _tributary_attribution_v1_Touchpoint__Output } from '../../../tributary/attribution/v1/Touchpoint.ts';

export interface ExplainResponse {
  'model'?: (string);
  'modelVersion'?: (string);
  'path'?: (_tributary_attribution_v1_Touchpoint)[];
}

export interface ExplainResponse__Output {
  'model': (string);
  'modelVersion': (string);
  'path': (_tributary_attribution_v1_Touchpoint__Output)[];
}
