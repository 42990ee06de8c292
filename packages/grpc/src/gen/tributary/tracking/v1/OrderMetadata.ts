

export interface OrderMetadata {
  'conversionId'?: (string);
  'metadata'?: (string);
}

export interface OrderMetadata__Output {
  'conversionId': (string);
  'metadata': (string);
}
