import { randomUUIDv7 } from 'node:crypto';
import {
  type AdjustedConversion,
  type AssessmentSnapshot,
  type CampaignSnapshot,
  type ConversionSnapshot,
  type LinkSnapshot,
  type ReviewedConversion,
} from '@tributary/contracts';
import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';

/** Full credit for the affiliate that tracking named, and no suspicion. */
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

/** What the other services know, were asked, and whether they are there. */
const aWorld = () => ({
  links: new Map<string, Known>(),
  isAttributionAway: false,
  isCommissionAway: false,
  assessed: [] as ConversionSnapshot[],
  approved: [] as ReviewedConversion[],
  adjusted: [] as AdjustedConversion[],
});
type World = ReturnType<typeof aWorld>;

const campaignRpcs = ({ links }: World) => [
  rpc('tributary.campaign.v1.Campaigns', 'ResolveLink', ({ trackingCode }) => {
    const found = links.get(trackingCode);
    if (found === undefined) return Promise.reject(notFound('link_not_found'));
    const { link, campaign } = found;
    return Promise.resolve({ link: JSON.stringify(link), campaign: JSON.stringify(campaign) });
  }),
  rpc('tributary.campaign.v1.Campaigns', 'SetAttribution', () =>
    Promise.reject(notFound('campaign_not_found')),
  ),
  rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', ({ campaignId }) => {
    const found = [...links.values()].find(({ campaign }) => campaign.campaignId === campaignId);
    return found === undefined
      ? Promise.reject(notFound('campaign_not_found'))
      : Promise.resolve({ campaign: JSON.stringify(found.campaign) });
  }),
];

const attributionRpcs = (world: World) => [
  rpc('tributary.attribution.v1.Attribution', 'Assess', ({ conversions }) => {
    if (world.isAttributionAway) return Promise.reject(unavailable('away'));
    const asked = conversions.map((text) => JSON.parse(text) as ConversionSnapshot);
    world.assessed.push(...asked);
    const assessments = asked.map((conversion) => JSON.stringify(assessmentOf(conversion)));
    return Promise.resolve({ assessments });
  }),
];

const commissionRpcs = (world: World) => [
  rpc('tributary.commission.v1.Commissions', 'CreateForConversions', ({ conversions }) => {
    if (world.isCommissionAway) return Promise.reject(unavailable('away'));
    const asked = conversions.map((text) => JSON.parse(text) as ReviewedConversion);
    world.approved.push(...asked);
    const results = asked.map(({ conversionId }) => ({
      conversionId,
      commissionCreated: true,
      commissionIds: [randomUUIDv7()],
    }));
    return Promise.resolve({ results });
  }),
  rpc('tributary.commission.v1.Commissions', 'ApplyAdjustment', ({ conversion }) => {
    if (world.isCommissionAway) return Promise.reject(unavailable('away'));
    const asked = JSON.parse(conversion) as AdjustedConversion;
    world.adjusted.push(asked);
    const isPartial = asked.adjustmentType === 'partial_refund';
    return Promise.resolve({
      reversedCommissions: isPartial ? 0 : 1,
      adjustedCommissions: isPartial ? 1 : 0,
    });
  }),
];

/** Plays campaign, attribution and commission as far as tracking asks them. */
export async function openFakeServices() {
  const world = aWorld();
  const server = await serveGrpc({
    port: 0,
    host: '127.0.0.1',
    isReady: () => true,
    onUnexpected: () => undefined,
    rpcs: [...campaignRpcs(world), ...attributionRpcs(world), ...commissionRpcs(world)],
  });
  return Object.assign(world, {
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(0),
  });
}
