

export interface ResolveLinkRequest {
  'trackingCode'?: (string);
}

export interface ResolveLinkRequest__Output {
  'trackingCode': (string);
}
