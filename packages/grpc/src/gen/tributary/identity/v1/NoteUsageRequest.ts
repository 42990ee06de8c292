
import type { Long } from '@grpc/proto-loader';

export interface NoteUsageRequest {
  'userId'?: (string);
  'plan'?: (string);
  'period'?: (string);
  'used'?: (number | string | Long);
  'limit'?: (number | string | Long);
  'level'?: (string);
}

export interface NoteUsageRequest__Output {
  'userId': (string);
  'plan': (string);
  'period': (string);
  'used': (number);
  'limit': (number);
  'level': (string);
}
