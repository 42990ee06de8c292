

export interface GetConversionRequest {
  'conversionId'?: (string);
}

export interface GetConversionRequest__Output {
  'conversionId': (string);
}
