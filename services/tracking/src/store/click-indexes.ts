/** Of clicks that can earn: without that condition no query may use it. */
export const BY_VISITOR = { campaignId: 1, visitorId: 1, occurredAt: 1, affiliateId: 1 } as const;
/** Of clicks of held-out visitors. */
export const HELD_OUT_BY_VISITOR = {
  ...{ campaignId: 1, validity: 1, visitorId: 1 },
  ...{ occurredAt: 1, affiliateId: 1 },
} as const;
export const BY_DEVICE = { campaignId: 1, fingerprint: 1, occurredAt: 1 } as const;

/** The indexes of clicks. */
export const clickIndexes = [
  // The latest click of a link, for orders that name a tracking code.
  { key: { linkId: 1, countable: 1, occurredAt: -1 } },
  // The lists, newest first; an affiliate's unique clicks in a period are counted from the index alone.
  { key: { affiliateId: 1, occurredAt: -1, _id: -1, campaignId: 1, validity: 1 } },
  { key: { linkId: 1, occurredAt: -1, _id: -1 } },
  // The journeys of visitors and devices.
  {
    key: BY_VISITOR,
    partialFilterExpression: { countable: true },
  },
  // Those of held-out visitors, which are compared with the others.
  {
    key: HELD_OUT_BY_VISITOR,
    partialFilterExpression: { validity: 'held_out' },
  },
  {
    key: BY_DEVICE,
    partialFilterExpression: { fingerprint: { $type: 'string' } },
  },
] as const;

/** Of earlier releases. */
export const formerClickIndexes = [
  'affiliateId_1_validity_1_occurredAt_-1',
  'affiliateId_1_occurredAt_-1__id_-1_campaignId_1',
] as const;
