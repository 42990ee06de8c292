
import type { Long } from '@grpc/proto-loader';

export interface CreditShare {
  'affiliateId'?: (string);
  'clickId'?: (string);
  'linkId'?: (string);
  'weight'?: (number | string | Long);
}

export interface CreditShare__Output {
  'affiliateId': (string);
  'clickId': (string);
  'linkId': (string);
  'weight': (number);
}
