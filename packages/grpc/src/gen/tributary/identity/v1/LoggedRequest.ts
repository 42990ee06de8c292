
import type { Long } from '@grpc/proto-loader';

export interface LoggedRequest {
  'id'?: (string);
  'accountId'?: (string);
  'apiKeyId'?: (string);
  'requestId'?: (string);
  'atMs'?: (number | string | Long);
  'method'?: (string);
  'path'?: (string);
  'operation'?: (string);
  'status'?: (number);
  'durationMs'?: (number);
  'errorCode'?: (string);
  'leftOut'?: (number);
}

export interface LoggedRequest__Output {
  'id': (string);
  'accountId': (string);
  'apiKeyId': (string);
  'requestId': (string);
  'atMs': (number);
  'method': (string);
  'path': (string);
  'operation': (string);
  'status': (number);
  'durationMs': (number);
  'errorCode': (string);
  'leftOut': (number);
}
