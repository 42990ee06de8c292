

export interface AssessRequest {
  'conversions'?: (string)[];
}

export interface AssessRequest__Output {
  'conversions': (string)[];
}
