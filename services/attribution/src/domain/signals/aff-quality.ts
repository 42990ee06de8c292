import { absent, notAvailable, ramp } from '../finding.ts';
import { paceOfJourney } from '../journey.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const MIN_CLICKS = 10;
/** Fewer clicks with Fetch Metadata say nothing about whether clicks open pages. */
const MIN_DESCRIBED = 20;
const USUAL_NAVIGATIONS = 0.95;

/**
 * Clicks that opened no page: images, frames, prefetches. It speaks of orders that came long after their click only,
 * and is never enough alone: a rival can make clicks.
 */
export const affQuality = defineSignal({
  name: 'aff_quality',
  description: 'The affiliate’s clicks open no page',
  cause: 'clicks',
  changedIn: 7,
  weight: 0.35,
  thresholds: { navigations: [0.75, 0.35] },
  needs: ['journey', 'traffic'],
  evaluate: ({ journey, traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { clicks, described, navigations } = traffic.affiliate;
    if (clicks < MIN_CLICKS || described < MIN_DESCRIBED) {
      return notAvailable('too few clicks of the affiliate say how they came about');
    }
    if (!paceOfJourney(journey).isSlow) return absent('The order came soon after its click');
    const pages = shrunkShare(navigations, described, USUAL_NAVIGATIONS);
    return {
      value: ramp(pages, thresholds.navigations),
      evidence: `${navigations} of ${described} clicks of the affiliate opened a page`,
    };
  },
});
