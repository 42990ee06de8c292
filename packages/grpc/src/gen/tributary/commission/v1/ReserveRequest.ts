
import type { Long } from '@grpc/proto-loader';

export interface ReserveRequest {
  'payoutId'?: (string);
  'affiliateId'?: (string);
  'amountMinor'?: (number | string | Long);
  'currency'?: (string);
  'commissionIds'?: (string)[];
  'attempt'?: (number | string | Long);
}

export interface ReserveRequest__Output {
  'payoutId': (string);
  'affiliateId': (string);
  'amountMinor': (number);
  'currency': (string);
  'commissionIds': (string)[];
  'attempt': (number);
}
