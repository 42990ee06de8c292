import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { type JourneyTouch } from '../../store/journey-store.ts';
import { findJourneys } from './find-journeys.ts';

function navigatedText(navigated: boolean | null): string {
  if (navigated === null) return '';
  return navigated ? 'yes' : 'no';
}

const touchpointOf = (touch: JourneyTouch) => ({
  clickId: touch.clickId,
  visitorId: touch.visitorId,
  affiliateId: touch.affiliateId,
  linkId: touch.linkId,
  occurredAt: touch.occurredAt.toISOString(),
  navigated: navigatedText(touch.navigated),
});

export const findJourneysRpc = (deps: Deps) => {
  const find = findJourneys(deps);
  return rpc('tributary.tracking.v1.Clicks', 'FindJourneys', async ({ queries }) => {
    const found = await find(queries);
    const journeys = found.map(({ own, touches, isIncomplete }) => ({
      hasOwn: own !== undefined,
      ...(own === undefined ? {} : { own: touchpointOf(own) }),
      touches: touches.map(touchpointOf),
      isIncomplete,
    }));
    return { journeys };
  });
};
