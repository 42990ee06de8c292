
import type { Long } from '@grpc/proto-loader';

export interface CreditMove {
  'affiliateId'?: (string);
  'beforeMinor'?: (number | string | Long);
  'afterMinor'?: (number | string | Long);
  'clawedBackMinor'?: (number | string | Long);
}

export interface CreditMove__Output {
  'affiliateId': (string);
  'beforeMinor': (number);
  'afterMinor': (number);
  'clawedBackMinor': (number);
}
