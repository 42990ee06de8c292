

export interface CreateForConversionsRequest {
  'conversions'?: (string)[];
}

export interface CreateForConversionsRequest__Output {
  'conversions': (string)[];
}
