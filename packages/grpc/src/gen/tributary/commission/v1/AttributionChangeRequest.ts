
import type { RecreditedConversion as _tributary_commission_v1_RecreditedConversion, RecreditedConversion__Output as _tributary_commission_v1_RecreditedConversion__Output } from '../../../tributary/commission/v1/RecreditedConversion.ts';

export interface AttributionChangeRequest {
  'changeId'?: (string);
  'campaignId'?: (string);
  'conversions'?: (_tributary_commission_v1_RecreditedConversion)[];
}

export interface AttributionChangeRequest__Output {
  'changeId': (string);
  'campaignId': (string);
  'conversions': (_tributary_commission_v1_RecreditedConversion__Output)[];
}
