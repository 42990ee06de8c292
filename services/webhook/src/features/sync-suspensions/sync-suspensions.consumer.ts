import { suspensionConsumers } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { syncSuspension } from './sync-suspensions.ts';

export const syncSuspensionsConsumers = (deps: Deps) =>
  suspensionConsumers(syncSuspension(deps), { alone: true });
