import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { publishMilestones } from './publish-milestones.ts';

export const publishMilestonesWorker = (deps: Deps) =>
  worker({ name: 'publish-milestones', everyMs: 2_000, run: publishMilestones(deps) });
