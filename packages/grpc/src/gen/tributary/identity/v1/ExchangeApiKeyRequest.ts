

export interface ExchangeApiKeyRequest {
  'apiKey'?: (string);
  'clientIp'?: (string);
}

export interface ExchangeApiKeyRequest__Output {
  'apiKey': (string);
  'clientIp': (string);
}
