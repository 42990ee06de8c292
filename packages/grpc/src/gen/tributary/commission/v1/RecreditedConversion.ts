
import type { CreditShare as _tributary_commission_v1_CreditShare, CreditShare__Output as _tributary_commission_v1_CreditShare__Output } from '../../../tributary/commission/v1/CreditShare.ts';

export interface RecreditedConversion {
  'conversionId'?: (string);
  'shares'?: (_tributary_commission_v1_CreditShare)[];
}

export interface RecreditedConversion__Output {
  'conversionId': (string);
  'shares': (_tributary_commission_v1_CreditShare__Output)[];
}
