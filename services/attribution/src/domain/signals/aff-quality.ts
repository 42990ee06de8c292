import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { shrunkShare } from '../statistics.ts';

const MIN_CLICKS = 10;
/** Fewer clicks with Fetch Metadata say nothing about whether clicks open pages. */
const MIN_DESCRIBED = 20;
const USUAL = { navigations: 0.95, listed: 0.03 } as const;

/** Clicks that opened no page (images, frames, prefetches) or came from data centres: the worse of both. */
export const affQuality = defineSignal({
  name: 'aff_quality',
  description: 'The affiliate’s clicks open no page, or come from data centres',
  changedIn: 2,
  weight: 0.6,
  thresholds: { navigations: [0.75, 0.35], listed_addresses: [0.12, 0.4] },
  needs: ['traffic'],
  evaluate: ({ traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { clicks, described, navigations, listed } = traffic.affiliate;
    if (clicks < MIN_CLICKS) return notAvailable('too few clicks of the affiliate');
    const pages = shrunkShare(navigations, described, USUAL.navigations);
    const unopened = described < MIN_DESCRIBED ? 0 : ramp(pages, thresholds.navigations);
    const hosted = shrunkShare(listed, clicks, USUAL.listed);
    const fromHosts = ramp(hosted, thresholds.listed_addresses);
    return fromHosts > unopened
      ? {
          value: fromHosts,
          evidence: `${listed} of ${clicks} clicks of the affiliate came from data centres or proxies`,
        }
      : {
          value: unopened,
          evidence: `${navigations} of ${described} clicks of the affiliate opened a page`,
        };
  },
});
