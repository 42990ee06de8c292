

export interface SettleResponse {
  'paidCommissions'?: (number);
}

export interface SettleResponse__Output {
  'paidCommissions': (number);
}
