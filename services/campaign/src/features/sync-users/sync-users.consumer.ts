import {
  userCredentialsChanged,
  userRegistered,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { keepUser } from './sync-users.ts';

export const keepUsersConsumers = (deps: Deps) => [
  consumer(userRegistered, keepUser(deps)),
  consumer(userUpdated, keepUser(deps)),
  consumer(userStatusChanged, keepUser(deps)),
  consumer(userCredentialsChanged, keepUser(deps)),
];
