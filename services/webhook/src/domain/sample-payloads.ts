import { type EventName } from './event-catalog.ts';
import { type MacroValues } from './postback.ts';
import { translations } from './public-events/table.ts';
import { type PublicEvent } from './public-events/translation.ts';
import {
  announcement,
  flagged,
  milestones,
  product,
  report,
  suspicion,
  tierChange,
  usage,
} from './rare-samples.ts';
import { samples as s } from './samples.ts';

const fraud = {
  conversionId: s.conversionId,
  brandId: s.brandId,
  campaignId: s.campaignId,
  affiliateId: s.affiliateId,
  fraudScore: 0.72,
};

const store = {
  integrationId: s.linkId,
  brandId: s.brandId,
  campaignId: s.campaignId,
  platform: 'shopify',
  shopUrl: 'https://northwind.example.com',
  connectedAt: s.at,
};

/** Examples of each internal event with a public one; several if the public events differ. */
export const internalSamples: readonly (readonly [type: string, data: unknown])[] = [
  ['user.registered.v1', s.user('affiliate', 'active')],
  ['user.registered.v1', s.user('brand', 'active')],
  ['user.updated.v1', s.user('affiliate', 'active')],
  ['user.status_changed.v1', { ...s.user('affiliate', 'verified'), previousStatus: 'active' }],
  ['user.status_changed.v1', { ...s.user('affiliate', 'suspended'), previousStatus: 'active' }],
  ['user.status_changed.v1', { ...s.user('affiliate', 'active'), previousStatus: 'active' }],
  ['user.status_changed.v1', { ...s.user('brand', 'verified'), previousStatus: 'active' }],
  ['user.status_changed.v1', { ...s.user('brand', 'suspended'), previousStatus: 'active' }],
  ['campaign.created.v1', { ...s.campaign, status: 'draft' }],
  ['campaign.updated.v1', s.campaign],
  ['campaign.activated.v1', s.campaign],
  ['campaign.paused.v1', { ...s.campaign, status: 'paused' }],
  ['campaign.ended.v1', { ...s.campaign, status: 'completed' }],
  ['application.submitted.v1', s.application('pending')],
  ['application.approved.v1', s.application('approved')],
  ['application.rejected.v1', s.application('rejected')],
  ['application.left.v1', s.application('left')],
  ['link.created.v1', s.link(true)],
  ['link.deactivated.v1', s.link(false)],
  ['product.added.v1', product],
  ['product.updated.v1', product],
  ['click.recorded.v1', s.click],
  ['conversion.tracked.v1', s.conversion('pending')],
  ['conversion.approved.v1', s.reviewed('approved')],
  ['conversion.rejected.v1', s.reviewed('rejected')],
  [
    'conversion.disputed.v1',
    { ...s.conversion('rejected'), reason: 'The order was delivered', disputedBy: s.affiliateId },
  ],
  [
    'conversion.bulk_reviewed.v1',
    { bulkReviewId: s.linkId, brandId: s.brandId, decision: 'approved', processed: 25, failed: 0 },
  ],
  ['integration.connected.v1', store],
  ['integration.disconnected.v1', store],
  [
    'integration.error.v1',
    { ...store, error: 'currency_unknown', message: 'The order’s currency is not known' },
  ],
  ['integration.sync_completed.v1', { ...store, since: s.at, orders: 40, recorded: 2 }],
  ['fraud.detected.v1', flagged],
  ['fraud.confirmed.v1', fraud],
  ['fraud.resolved.v1', fraud],
  ['affiliate.suspected.v1', suspicion],
  ['report.ready.v1', report],
  ['milestone.link_clicks_passed.v1', milestones.clicks],
  ['milestone.conversions_passed.v1', milestones.conversions],
  ['milestone.revenue_passed.v1', milestones.revenue],
  ['commission.created.v1', s.commission('pending')],
  ['commission.approved.v1', s.commission('approved')],
  ['commission.paid.v1', s.commission('paid')],
  [
    'commission.adjusted.v1',
    {
      ...s.commission('approved'),
      adjustmentId: s.linkId,
      reason: 'partial_refund',
      changeMinor: -300,
      clawedBackMinor: 0,
    },
  ],
  ['payment.initiated.v1', s.payout('pending')],
  ['payment.processing.v1', s.payout('in_transit')],
  ['payment.completed.v1', s.payout('completed')],
  ['payment.failed.v1', s.payout('failed')],
  ['payment.refunded.v1', s.payout('failed')],
  ['payout.completed.v1', s.payout('completed')],
  ['payout.failed.v1', s.payout('failed')],
  ['affiliate.tier_changed.v1', tierChange],
  ['api_limit.neared.v1', usage(16_000_000)],
  ['api_limit.reached.v1', usage(20_000_000)],
  ['announcement.made.v1', announcement('maintenance')],
  ['announcement.made.v1', announcement('update')],
  [
    'payout.held.v1',
    {
      ...s.payout('pending'),
      reasons: [{ code: 'new_destination', explanation: 'The account is younger than 72 hours.' }],
    },
  ],
  ['payout_batch.created.v1', s.payoutBatch('created')],
  ['payout_batch.processing.v1', s.payoutBatch('processing')],
  ['payout_batch.completed.v1', s.payoutBatch('completed')],
  ['payout_batch.failed.v1', s.payoutBatch('failed')],
];

const byType = new Map(translations.map((row) => [row.eventType.type, row]));

const samples: readonly PublicEvent[] = internalSamples.flatMap(
  ([type, data]) => byType.get(type)?.toPublic(data) ?? [],
);

/** Sample values of a postback's macros. */
export const sampleMacros = (name: EventName): MacroValues =>
  samples.find((event) => event.name === name)?.macros ?? {};

/** Sample data of an event. */
export function samplePayload(name: EventName): Readonly<Record<string, unknown>> {
  return samples.find((event) => event.name === name)?.data ?? {};
}
