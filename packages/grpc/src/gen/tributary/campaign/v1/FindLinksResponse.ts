

export interface FindLinksResponse {
  'links'?: (string)[];
}

export interface FindLinksResponse__Output {
  'links': (string)[];
}
