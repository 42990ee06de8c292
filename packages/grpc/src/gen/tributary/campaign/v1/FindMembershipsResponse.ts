
import type { Membership as _tributary_campaign_v1_Membership, Membership__Output as _tributary_campaign_v1_Membership__Output } from '../../../tributary/campaign/v1/Membership.ts';

export interface FindMembershipsResponse {
  'memberships'?: (_tributary_campaign_v1_Membership)[];
  'affiliateName'?: (string);
}

export interface FindMembershipsResponse__Output {
  'memberships': (_tributary_campaign_v1_Membership__Output)[];
  'affiliateName': (string);
}
