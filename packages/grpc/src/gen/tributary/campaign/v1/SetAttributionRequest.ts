

export interface SetAttributionRequest {
  'campaignId'?: (string);
  'brandId'?: (string);
  'attribution'?: (string);
}

export interface SetAttributionRequest__Output {
  'campaignId': (string);
  'brandId': (string);
  'attribution': (string);
}
