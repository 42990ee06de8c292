

export interface SetAttributionResponse {
  'campaign'?: (string);
}

export interface SetAttributionResponse__Output {
  'campaign': (string);
}
