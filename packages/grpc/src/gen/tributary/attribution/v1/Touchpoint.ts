
import type { Long } from '@grpc/proto-loader';

export interface Touchpoint {
  'affiliateId'?: (string);
  'clickId'?: (string);
  'linkId'?: (string);
  'occurredAt'?: (string);
  'weight'?: (number | string | Long);
  'hasWeight'?: (boolean);
  'couponCode'?: (string);
}

export interface Touchpoint__Output {
  'affiliateId': (string);
  'clickId': (string);
  'linkId': (string);
  'occurredAt': (string);
  'weight': (number);
  'hasWeight': (boolean);
  'couponCode': (string);
}
