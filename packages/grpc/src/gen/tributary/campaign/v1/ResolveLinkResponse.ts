

export interface ResolveLinkResponse {
  'link'?: (string);
  'campaign'?: (string);
}

export interface ResolveLinkResponse__Output {
  'link': (string);
  'campaign': (string);
}
