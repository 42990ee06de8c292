
import type { Partnership as _tributary_campaign_v1_Partnership, Partnership__Output as _tributary_campaign_v1_Partnership__Output } from '../../../tributary/campaign/v1/Partnership.ts';

export interface FindLinksRequest {
  'linkId'?: (string);
  'trackingNumber'?: (string);
  'partnership'?: (_tributary_campaign_v1_Partnership | null);
  'by'?: "linkId"|"trackingNumber"|"partnership";
}

export interface FindLinksRequest__Output {
  'linkId'?: (string);
  'trackingNumber'?: (string);
  'partnership'?: (_tributary_campaign_v1_Partnership__Output | null);
  'by'?: "linkId"|"trackingNumber"|"partnership";
}
