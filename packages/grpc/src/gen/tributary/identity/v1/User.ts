
import type { MarketingChannels as _tributary_identity_v1_MarketingChannels, MarketingChannels__Output as _tributary_identity_v1_MarketingChannels__Output } from '../../../tributary/identity/v1/MarketingChannels.ts';

export interface User {
  'userId'?: (string);
  'role'?: (string);
  'plan'?: (string);
  'status'?: (string);
  'email'?: (string);
  'name'?: (string);
  'company'?: (string);
  'country'?: (string);
  'phone'?: (string);
  'emailVerified'?: (boolean);
  'marketingChannels'?: (_tributary_identity_v1_MarketingChannels | null);
}

export interface User__Output {
  'userId': (string);
  'role': (string);
  'plan': (string);
  'status': (string);
  'email': (string);
  'name': (string);
  'company': (string);
  'country': (string);
  'phone': (string);
  'emailVerified': (boolean);
  'marketingChannels': (_tributary_identity_v1_MarketingChannels__Output | null);
}
