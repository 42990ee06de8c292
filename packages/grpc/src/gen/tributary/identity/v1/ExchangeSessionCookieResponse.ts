

export interface ExchangeSessionCookieResponse {
  'accessToken'?: (string);
  'expiresIn'?: (number);
  'successor'?: (string);
}

export interface ExchangeSessionCookieResponse__Output {
  'accessToken': (string);
  'expiresIn': (number);
  'successor': (string);
}
