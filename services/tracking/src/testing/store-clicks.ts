import { type ClickRow } from '@tributary/contracts';
import { projectClicks } from '../features/project-clicks/project-clicks.ts';
import { type Tracking } from './open-tracking.ts';

/** Stores clicks as the projection of the log does. */
export async function storeClicks(tracking: Tracking, clicks: readonly ClickRow[]): Promise<void> {
  const [deps] = tracking.deps;
  if (deps === undefined) throw new Error('The service did not open its deps');
  await projectClicks(deps)(clicks);
}
