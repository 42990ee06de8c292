

export interface GetConversionResponse {
  'conversion'?: (string);
}

export interface GetConversionResponse__Output {
  'conversion': (string);
}
