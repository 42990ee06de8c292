
import type { Long } from '@grpc/proto-loader';

export interface BalanceResponse {
  'currency'?: (string);
  'availableMinor'?: (number | string | Long);
  'pendingMinor'?: (number | string | Long);
  'reservedMinor'?: (number | string | Long);
  'paidMinor'?: (number | string | Long);
  'lastUpdated'?: (string);
}

export interface BalanceResponse__Output {
  'currency': (string);
  'availableMinor': (number);
  'pendingMinor': (number);
  'reservedMinor': (number);
  'paidMinor': (number);
  'lastUpdated': (string);
}
