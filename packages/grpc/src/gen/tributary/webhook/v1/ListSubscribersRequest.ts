

export interface ListSubscribersRequest {
  'event'?: (string);
}

export interface ListSubscribersRequest__Output {
  'event': (string);
}
