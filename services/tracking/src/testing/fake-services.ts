import { randomUUIDv7 } from 'node:crypto';
import {
  type AdjustedConversion,
  type AssessmentSnapshot,
  type CampaignSnapshot,
  type ConversionSnapshot,
  couponKey,
  type CouponSnapshot,
  type LinkSnapshot,
  type ReviewedConversion,
} from '@tributary/contracts';
import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { anyServiceTokens } from '@tributary/testing';

/** An assessment with full credit for the conversion's affiliate and a low fraud score. */
export const assessmentOf = (
  conversion: ConversionSnapshot,
  given: Partial<AssessmentSnapshot> = {},
): AssessmentSnapshot => ({
  assessmentId: randomUUIDv7(),
  conversionId: conversion.conversionId,
  brandId: conversion.brandId,
  campaignId: conversion.campaignId,
  model: 'last_click',
  modelVersion: '1',
  shares:
    conversion.affiliateId === null
      ? []
      : [
          {
            affiliateId: conversion.affiliateId,
            clickId: conversion.clickId,
            linkId: conversion.linkId,
            weight: 1_000_000_000_000,
            valueMinor: conversion.valueMinor,
          },
        ],
  fraudScore: 0.1,
  requiresReview: false,
  factors: [],
  weightsVersion: '1',
  assessedAt: new Date().toISOString(),
  ...given,
});

interface Known {
  readonly link: LinkSnapshot;
  readonly campaign: CampaignSnapshot;
}

/** The state of the fake services: their data, the calls that they received, and their availability. */
const createState = () => ({
  links: new Map<string, Known>(),
  coupons: [] as CouponSnapshot[],
  /** The calls for coupon codes. */
  couponCalls: 0,
  isCampaignUnavailable: false,
  /** The tracking codes that campaign was called for. */
  resolved: [] as string[],
  isAttributionUnavailable: false,
  isCommissionUnavailable: false,
  isWebhookUnavailable: false,
  /** Whose endpoints subscribe to clicks. */
  clickSubscribers: [] as string[],
  assessed: [] as ConversionSnapshot[],
  /** Until when attribution gives no answer. */
  assessesAfter: Promise.resolve(),
  approved: [] as ReviewedConversion[],
  /** The calls that booked commissions. */
  bookings: 0,
  adjusted: [] as AdjustedConversion[],
});
type State = ReturnType<typeof createState>;

const campaignRpcs = (state: State) => [
  rpc('tributary.campaign.v1.Campaigns', 'ResolveLink', ({ trackingCode }) => {
    state.resolved.push(trackingCode);
    if (state.isCampaignUnavailable) return Promise.reject(unavailable('unavailable'));
    const found = state.links.get(trackingCode);
    if (found === undefined) return Promise.reject(notFound('link_not_found'));
    const { link, campaign } = found;
    return Promise.resolve({ link: JSON.stringify(link), campaign: JSON.stringify(campaign) });
  }),
  rpc('tributary.campaign.v1.Campaigns', 'FindCoupons', ({ brandId, codes }) => {
    if (state.isCampaignUnavailable) return Promise.reject(unavailable('unavailable'));
    state.couponCalls += 1;
    const keys = codes.map(couponKey);
    const found = state.coupons.filter(
      (coupon) => coupon.brandId === brandId && keys.includes(couponKey(coupon.code)),
    );
    return Promise.resolve({ coupons: found.map((coupon) => JSON.stringify(coupon)) });
  }),
  ...(['SetAttribution', 'CheckAccess'] as const).map((method) =>
    rpc('tributary.campaign.v1.Campaigns', method, () =>
      Promise.reject(notFound('campaign_not_found')),
    ),
  ),
  rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', ({ campaignId }) => {
    const found = [...state.links.values()].find(
      ({ campaign }) => campaign.campaignId === campaignId,
    );
    return found === undefined
      ? Promise.reject(notFound('campaign_not_found'))
      : Promise.resolve({ campaign: JSON.stringify(found.campaign) });
  }),
];

const linkRpcs = ({ links }: State) => [
  rpc('tributary.campaign.v1.Links', 'FindLinks', ({ trackingNumber, partnership }) => {
    const { brandId = '', affiliateId = '', campaignId = '' } = partnership ?? {};
    const found = [...links.values()].filter(({ link }) =>
      partnership
        ? link.brandId === brandId &&
          link.affiliateId === affiliateId &&
          (campaignId === '' || link.campaignId === campaignId)
        : link.trackingNumber === trackingNumber,
    );
    return Promise.resolve({ links: found.map(({ link }) => JSON.stringify(link)) });
  }),
];

const attributionRpcs = (state: State) => [
  rpc('tributary.attribution.v1.Attribution', 'Assess', ({ conversions }) => {
    if (state.isAttributionUnavailable) return Promise.reject(unavailable('unavailable'));
    const received = conversions.map((text) => JSON.parse(text) as ConversionSnapshot);
    state.assessed.push(...received);
    const assessments = received.map((conversion) => JSON.stringify(assessmentOf(conversion)));
    return state.assessesAfter.then(() => ({ assessments }));
  }),
];

const commissionRpcs = (state: State) => [
  ...(['PreviewAttributionChange', 'ApplyAttributionChange', 'UndoAttributionChange'] as const).map(
    (method) =>
      rpc('tributary.commission.v1.Commissions', method, () =>
        Promise.reject(unavailable('unused')),
      ),
  ),
  rpc('tributary.commission.v1.Commissions', 'CreateForConversions', ({ conversions }) => {
    if (state.isCommissionUnavailable) return Promise.reject(unavailable('unavailable'));
    const received = conversions.map((text) => JSON.parse(text) as ReviewedConversion);
    state.approved.push(...received);
    state.bookings += 1;
    const results = received.map(({ conversionId }) => ({
      conversionId,
      commissionCreated: true,
      commissionIds: [randomUUIDv7()],
    }));
    return Promise.resolve({ results });
  }),
  rpc('tributary.commission.v1.Commissions', 'ApplyAdjustment', ({ conversion }) => {
    if (state.isCommissionUnavailable) return Promise.reject(unavailable('unavailable'));
    const received = JSON.parse(conversion) as AdjustedConversion;
    state.adjusted.push(received);
    const isPartial = received.adjustmentType === 'partial_refund';
    return Promise.resolve({
      reversedCommissions: isPartial ? 0 : 1,
      adjustedCommissions: isPartial ? 1 : 0,
    });
  }),
];

const webhookRpcs = (state: State) => [
  rpc('tributary.webhook.v1.Endpoints', 'ListSubscribers', () =>
    state.isWebhookUnavailable
      ? Promise.reject(unavailable('unavailable'))
      : Promise.resolve({ ownerIds: state.clickSubscribers, all: false }),
  ),
];

/** Serves the rpcs of the services that tracking calls. */
export async function openFakeServices() {
  const state = createState();
  const server = await serveGrpc({
    port: 0,
    tokens: anyServiceTokens,
    isReady: () => true,
    onUnexpected: () => undefined,
    rpcs: [
      ...campaignRpcs(state),
      ...linkRpcs(state),
      ...attributionRpcs(state),
      ...commissionRpcs(state),
      ...webhookRpcs(state),
    ],
  });
  return Object.assign(state, {
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(0),
  });
}
