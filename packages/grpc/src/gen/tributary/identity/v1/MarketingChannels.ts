

export interface MarketingChannels {
  'names'?: (string)[];
}

export interface MarketingChannels__Output {
  'names': (string)[];
}
