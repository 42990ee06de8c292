import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { type JourneyTouch } from '../../store/journey-store.ts';
import { findJourneys, type FoundJourney } from './find-journeys.ts';

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

/** The distinct touches of all journeys, and their places. */
function shareTouches(all: readonly FoundJourney[]) {
  const places = new Map<JourneyTouch, number>();
  const placeOf = (touch: JourneyTouch): number => {
    const place = places.get(touch) ?? places.size;
    places.set(touch, place);
    return place;
  };
  const placesOf = all.map(({ touches }) => touches.map(placeOf));
  return { placesOf, touchpoints: Array.from(places.keys(), touchpointOf) };
}

const headOf = ({ own, isIncomplete }: FoundJourney) => ({
  hasOwn: own !== undefined,
  ...(own === undefined ? {} : { own: touchpointOf(own) }),
  isIncomplete,
});

export const findJourneysRpc = (deps: Deps) => {
  const find = findJourneys(deps);
  return rpc('tributary.tracking.v1.Clicks', 'FindJourneys', async ({ queries, sharesTouches }) => {
    const found = await find(queries);
    if (!sharesTouches) {
      // Callers of the version before.
      const touchesOf = ({ touches }: FoundJourney) => touches.map(touchpointOf);
      return { journeys: found.map((one) => ({ ...headOf(one), touches: touchesOf(one) })) };
    }
    const { placesOf, touchpoints } = shareTouches(found);
    const journeys = found.map((one, index) => ({
      ...headOf(one),
      places: placesOf[index] ?? [],
    }));
    return { journeys, touchpoints };
  });
};
