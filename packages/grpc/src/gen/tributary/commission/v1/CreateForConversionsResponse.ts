
import type { CreatedForConversion as _tributary_commission_v1_CreatedForConversion, CreatedForConversion__Output as _tributary_commission_v1_CreatedForConversion__Output } from '../../../tributary/commission/v1/CreatedForConversion.ts';

export interface CreateForConversionsResponse {
  'results'?: (_tributary_commission_v1_CreatedForConversion)[];
}

export interface CreateForConversionsResponse__Output {
  'results': (_tributary_commission_v1_CreatedForConversion__Output)[];
}
