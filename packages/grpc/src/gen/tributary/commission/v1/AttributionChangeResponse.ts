
import type { ChangedConversion as _tributary_commission_v1_ChangedConversion, ChangedConversion__Output as _tributary_commission_v1_ChangedConversion__Output } from '../../../tributary/commission/v1/ChangedConversion.ts';

export interface AttributionChangeResponse {
  'results'?: (_tributary_commission_v1_ChangedConversion)[];
  'terms'?: (string);
  'campaignName'?: (string);
}

export interface AttributionChangeResponse__Output {
  'results': (_tributary_commission_v1_ChangedConversion__Output)[];
  'terms': (string);
  'campaignName': (string);
}
