

export interface AssessResponse {
  'assessments'?: (string)[];
}

export interface AssessResponse__Output {
  'assessments': (string)[];
}
