

export interface ReleaseRequest {
  'payoutId'?: (string);
}

export interface ReleaseRequest__Output {
  'payoutId': (string);
}
