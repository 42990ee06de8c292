import { randomUUID } from 'node:crypto';
import { body, filters, type Use, usesOf } from './use.ts';

const ofClaim = usesOf('createClaim', 'claim_id');

/** A claim by a link, or by one of its clicks. */
const claimBy = (from: string, takes: string, evidence: string): Use =>
  usesOf(from, takes)('affiliate', 'createClaim', {
    call: (ids) => ({
      body: {
        campaign_id: ids['campaign_id'],
        order_id: randomUUID(),
        ordered_at: new Date().toISOString(),
        [evidence]: ids[evidence],
      },
    }),
  });

export const claimUses: readonly Use[] = [
  claimBy('createLink', 'campaign_id', 'tracking_code'),
  claimBy('createLink', 'tracking_code', 'tracking_code'),
  claimBy('followLink', 'click_id', 'click_id'),
  ofClaim('affiliate', 'getAffiliateClaim'),
  ofClaim('brand', 'getBrandClaim'),
  ofClaim('brand', 'decideClaim', body({ decision: 'accepted' })),
  ...filters('createCampaign', 'campaign_id', 'affiliate', ['listAffiliateClaims']),
  ...filters('createCampaign', 'campaign_id', 'brand', ['listBrandClaims']),
  ...filters('a membership', 'affiliate_id', 'brand', ['listBrandClaims']),
];
