import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';

type ArrivalDeps = Pick<Deps, 'clickFinder' | 'clock' | 'log' | 'shopSightings'>;

/** Notes that the script of a shop's pages has a click, for the state of tracking. Never rejects: the cookie matters more. */
export async function recordArrival(deps: ArrivalDeps, clickId: string): Promise<void> {
  const { clickFinder, clock, log, shopSightings } = deps;
  try {
    const click = await clickFinder.find(clickId, { waitForReplication: false });
    if (click === undefined) return;
    const day = clock.now().toISOString().slice(0, 10);
    await shopSightings.addArrival(click.brandId, day, click.clickId);
  } catch (error) {
    if (!isAppError(error)) log.debug({ err: error }, 'an arrival was not counted');
  }
}
