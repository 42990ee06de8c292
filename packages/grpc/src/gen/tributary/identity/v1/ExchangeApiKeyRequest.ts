

export interface ExchangeApiKeyRequest {
  'apiKey'?: (string);
}

export interface ExchangeApiKeyRequest__Output {
  'apiKey': (string);
}
