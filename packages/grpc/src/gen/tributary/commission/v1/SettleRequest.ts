

export interface SettleRequest {
  'payoutId'?: (string);
  'transactionId'?: (string);
  'settledAt'?: (string);
}

export interface SettleRequest__Output {
  'payoutId': (string);
  'transactionId': (string);
  'settledAt': (string);
}
