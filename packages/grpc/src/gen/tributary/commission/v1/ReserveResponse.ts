
import type { ReservedItem as _tributary_commission_v1_ReservedItem, ReservedItem__Output as _tributary_commission_v1_ReservedItem__Output } from '../../../tributary/commission/v1/ReservedItem.ts';

export interface ReserveResponse {
  'items'?: (_tributary_commission_v1_ReservedItem)[];
}

export interface ReserveResponse__Output {
  'items': (_tributary_commission_v1_ReservedItem__Output)[];
}
