import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { tellMilestones } from './tell-milestones.ts';

export const tellMilestonesWorker = (deps: Deps) =>
  worker({ name: 'tell-milestones', everyMs: 2_000, run: tellMilestones(deps) });
