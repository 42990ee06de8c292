import { toWireNumber } from '@tributary/money';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { REVIEW_THRESHOLD } from '../../domain/scoring-settings.ts';
import { type HeldSum } from '../../domain/threshold.ts';
import { periodIn } from '../../views/period.ts';
import { measureThreshold } from './measure-threshold.ts';

const MAX_DAYS = 92;

const query = z
  .strictObject({
    threshold: z.coerce.number().min(0.05).max(0.95).default(REVIEW_THRESHOLD),
    start_date: startDate.optional(),
    end_date: endDate.optional(),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

const heldView = z
  .object({
    orders: z.int(),
    amounts: z
      .array(z.object({ currency: z.string().length(3), amount: z.number() }))
      .describe('The values of the orders, by currency'),
  })
  .meta({ id: 'HeldOrders', description: 'How many orders, and what they were worth' });

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      threshold: z.number(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      orders: z.int(),
      held: heldView.describe('With a first or later score above the threshold'),
      held_found_good: heldView.describe('Those of them that the brand approved'),
      held_found_fraud: heldView.describe('Those of them that the brand rejected as fraud'),
      missed_fraud: heldView.describe('Rejected as fraud, with a score below the threshold'),
    })
    .meta({ id: 'FraudThresholdPreview', description: 'What a review threshold would have held' }),
});

const toHeldView = ({ orders, amounts }: HeldSum) => ({
  orders,
  amounts: [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, amount: toWireNumber(minor, currency) })),
});

export const previewFraudThresholdRoute = (deps: Deps) =>
  route({
    operationId: 'previewFraudThreshold',
    method: 'get',
    path: '/api/brand/conversions/fraud-threshold/preview',
    summary: 'What a review threshold would have held, and how much of it was found good',
    description:
      'Over the calendar month before this one, or the given period of at most 92 days: orders by their first and later ' +
      'scores, and what the brand found them to be. `review_threshold` of the fraud settings takes values up to 0.5.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    query,
    response,
    handle: async ({ query: { threshold, ...dates }, actor }) => {
      const period = periodIn(dates, deps.clock.now(), MAX_DAYS);
      const sums = await measureThreshold(deps)(actor.id, period, threshold);
      return {
        success: true,
        data: {
          threshold,
          from: period.from.toISOString(),
          to: period.to.toISOString(),
          orders: sums.orders,
          held: toHeldView(sums.held),
          held_found_good: toHeldView(sums.honest),
          held_found_fraud: toHeldView(sums.fraud),
          missed_fraud: toHeldView(sums.missed),
        },
      };
    },
  });
