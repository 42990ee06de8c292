import {
  userCredentialsChanged,
  userEmailVerified,
  userRegistered,
  userStatusChanged,
  userSuspensionRestated,
  userUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { syncUser } from './sync-users.ts';

export const syncUsersConsumers = (deps: Deps) => [
  consumer(userRegistered, syncUser(deps)),
  consumer(userUpdated, syncUser(deps)),
  consumer(userEmailVerified, syncUser(deps)),
  consumer(userStatusChanged, syncUser(deps)),
  consumer(userSuspensionRestated, syncUser(deps)),
  consumer(userCredentialsChanged, syncUser(deps)),
];
