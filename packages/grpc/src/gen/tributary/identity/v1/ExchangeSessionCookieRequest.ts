

export interface ExchangeSessionCookieRequest {
  'cookie'?: (string);
}

export interface ExchangeSessionCookieRequest__Output {
  'cookie': (string);
}
