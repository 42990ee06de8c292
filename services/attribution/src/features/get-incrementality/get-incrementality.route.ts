import { toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { type AffiliateLift } from '../../domain/experiment.ts';
import { type Lift } from '../../domain/lift.ts';
import { getOwnSettings } from '../../workflows/own-campaign.ts';

const liftView = z
  .object({
    estimate: z.number().describe('How much more visitors order who are not held out, per visitor'),
    low: z
      .number()
      .describe('With `high`: holds the truth with 95 %, read once at a time chosen before'),
    high: z.number().describe('The upper end that goes with `low`'),
    always_low: z
      .number()
      .describe(
        'With `always_high`: holds the truth with 95 % at all times, so that it may be watched',
      ),
    always_high: z.number(),
    mean: z.number().describe('What visitors order who are not held out'),
  })
  .meta({ id: 'Lift', description: 'What clicks bring, per visitor' });

const affiliateView = z
  .object({
    affiliate_id: z.uuid(),
    visitors: z.int().describe('Visitors who were not held out'),
    held_out_visitors: z.int(),
    orders: liftView,
    value: liftView.describe('In `currency`'),
    is_proved: z
      .boolean()
      .describe('Whether the clicks bring orders: `always_low` of the orders is above 0'),
  })
  .meta({ id: 'AffiliateIncrementality', description: 'What an affiliate’s clicks bring' });

const response = z.object({
  success: z.literal(true),
  data: z.object({
    campaign_id: z.uuid(),
    measured_at: z.iso.datetime().nullable().describe('Null before visitors were held out'),
    since: z.iso.datetime().nullable().describe('The first click of a held-out visitor'),
    currency: z.string().length(3).nullable(),
    affiliates: z
      .array(affiliateView)
      .describe('Those with at least 50 visitors in both arms, the largest lift first'),
  }),
});

const toLiftView = (
  lift: Lift,
  amountOf: (value: number) => number,
): z.output<typeof liftView> => ({
  estimate: amountOf(lift.estimate),
  low: amountOf(lift.interval[0]),
  high: amountOf(lift.interval[1]),
  always_low: amountOf(lift.sequence[0]),
  always_high: amountOf(lift.sequence[1]),
  mean: amountOf(lift.shownMean),
});

const toAffiliateView = (
  { affiliateId, orders, valueMinor }: AffiliateLift,
  currency: string,
): z.output<typeof affiliateView> => ({
  affiliate_id: affiliateId,
  visitors: orders.visitors.shown,
  held_out_visitors: orders.visitors.heldOut,
  orders: toLiftView(orders, (value) => value),
  // Means have fractions of a minor unit, which are rounded.
  value: toLiftView(valueMinor, (minor) => toWireNumber(Math.round(minor), currency)),
  is_proved: orders.sequence[0] > 0,
});

export const getIncrementalityRoute = ({ findSettings, lifts }: Deps) =>
  route({
    operationId: 'getIncrementality',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/incrementality',
    summary: 'How many orders each affiliate’s clicks bring, by held-out visitors',
    description:
      'Where the campaign has a `holdout_percent`: visitors who were held out are compared with the others each night, over ' +
      'at most 60 days. Each visitor counts for the affiliate of its first click, with its orders of the 30 days after it, ' +
      'adjusted by those of the 30 days before it. What the shop withholds from visitors with `holdout=1` is what is measured.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ campaign_id: z.uuid() }),
    response,
    errors: { campaign_not_found: 'There is no such campaign of this brand' },
    handle: async ({ params: { campaign_id: campaignId }, actor }) => {
      await getOwnSettings({ findSettings })(campaignId, actor.id);
      const found = await lifts.find(campaignId);
      const affiliates = (found?.affiliates ?? []).toSorted(
        (a, b) => b.orders.estimate - a.orders.estimate,
      );
      return {
        success: true,
        data: {
          campaign_id: campaignId,
          measured_at: found?.at.toISOString() ?? null,
          since: found?.since.toISOString() ?? null,
          currency: found?.currency ?? null,
          affiliates: affiliates.map((one) => toAffiliateView(one, found?.currency ?? 'USD')),
        },
      };
    },
  });
