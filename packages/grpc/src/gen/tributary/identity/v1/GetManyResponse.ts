
import type { User as _tributary_identity_v1_User, User__Output as _tributary_identity_v1_User__Output } from '../../../tributary/identity/v1/User.ts';

export interface GetManyResponse {
  'users'?: (_tributary_identity_v1_User)[];
}

export interface GetManyResponse__Output {
  'users': (_tributary_identity_v1_User__Output)[];
}
