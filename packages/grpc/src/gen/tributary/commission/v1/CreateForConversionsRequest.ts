

export interface CreateForConversionsRequest {
  'conversions'?: (string)[];
  'correlationIds'?: (string)[];
  'traceparents'?: (string)[];
}

export interface CreateForConversionsRequest__Output {
  'conversions': (string)[];
  'correlationIds': (string)[];
  'traceparents': (string)[];
}
