

export interface ExplainRequest {
  'conversionId'?: (string);
}

export interface ExplainRequest__Output {
  'conversionId': (string);
}
