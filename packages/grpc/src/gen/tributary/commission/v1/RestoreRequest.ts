

export interface RestoreRequest {
  'payoutId'?: (string);
}

export interface RestoreRequest__Output {
  'payoutId': (string);
}
