
import type { Long } from '@grpc/proto-loader';

export interface ReleaseRequest {
  'payoutId'?: (string);
  'attempt'?: (number | string | Long);
}

export interface ReleaseRequest__Output {
  'payoutId': (string);
  'attempt': (number);
}
