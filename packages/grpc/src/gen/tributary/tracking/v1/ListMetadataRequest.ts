

export interface ListMetadataRequest {
  'conversionIds'?: (string)[];
}

export interface ListMetadataRequest__Output {
  'conversionIds': (string)[];
}
