

export interface ExchangeApiKeyResponse {
  'accessToken'?: (string);
  'expiresIn'?: (number);
}

export interface ExchangeApiKeyResponse__Output {
  'accessToken': (string);
  'expiresIn': (number);
}
