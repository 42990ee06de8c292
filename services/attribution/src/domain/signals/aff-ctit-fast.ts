import { MIN_ORDERS, outlyingShare } from '../affiliate-traffic.ts';
import { absent, notAvailable, ramp } from '../finding.ts';
import { paceOfJourney } from '../journey.ts';
import { defineSignal } from '../signal.ts';
import { percent, wilsonLowerBound } from '../statistics.ts';

/**
 * Orders within a minute of their click, which was made because the order was being placed (click injection,
 * coupon hijacking). Coupon sites have some such orders honestly, and with many orders even a small surplus
 * is significant: quick orders must also be a large share of all. It speaks of quick orders only.
 */
export const affCtitFast = defineSignal({
  name: 'aff_ctit_fast',
  description: 'Unusually many of the affiliate’s conversions come within a minute of their click',
  cause: 'quick_orders',
  changedIn: 7,
  weight: 0.45,
  thresholds: { z: [2.5, 6], share: [0.4, 0.65] },
  needs: ['journey', 'traffic'],
  evaluate: ({ journey, traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s orders are not counted');
    const { orders, quickOrders } = traffic.affiliate;
    const outlying = outlyingShare(traffic, 'quickOrders');
    if (outlying === undefined || orders < MIN_ORDERS) {
      return notAvailable('too few orders to compare');
    }
    if (!paceOfJourney(journey).isQuick) return absent('The order took more than a minute');
    const { z, usual } = outlying;
    const share = wilsonLowerBound(quickOrders, orders);
    return {
      value: Math.min(ramp(z, thresholds.z), ramp(share, thresholds.share)),
      evidence: `${quickOrders} of the affiliate’s ${orders} orders came within a minute of the click, of the campaign’s others ${percent(usual)}`,
    };
  },
});
