

export interface BalanceRequest {
  'affiliateId'?: (string);
  'currency'?: (string);
}

export interface BalanceRequest__Output {
  'affiliateId': (string);
  'currency': (string);
}
