
import type { Long } from '@grpc/proto-loader';

export interface ReservedItem {
  'commissionId'?: (string);
  'amountMinor'?: (number | string | Long);
}

export interface ReservedItem__Output {
  'commissionId': (string);
  'amountMinor': (number);
}
