

export interface ListVisitorsRequest {
  'since'?: (string);
  'after'?: (string);
}

export interface ListVisitorsRequest__Output {
  'since': (string);
  'after': (string);
}
