import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { estimateRecall, type ReviewCounts } from '../../domain/recall.ts';
import {
  type FraudFigures,
  isSuspicious,
  patternsOf,
  recommendationsOf,
} from '../../domain/fraud-analysis.ts';
import { requireAtMost } from '../../views/period.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const MAX_AFFILIATES = 100;

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    campaign_id: z.uuid().optional(),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      average_fraud_score: z.number().min(0).max(100).describe('0 to 100'),
      high_risk_conversions: z.int().describe('With a score above 50'),
      fraud_patterns: z.array(
        z.object({ pattern: z.string(), count: z.int(), description: z.string() }).meta({
          id: 'FraudPattern',
          description: 'A signal that conversions of the period showed',
        }),
      ),
      suspicious_affiliates: z
        .array(
          z
            .object({
              affiliate_id: z.uuid(),
              conversions: z.int(),
              average_fraud_score: z.number().min(0).max(100),
            })
            .meta({
              id: 'SuspiciousAffiliate',
              description: 'An affiliate whose conversions are suspicious',
            }),
        )
        .describe('Above 50 on average over at least 5 conversions, the highest first'),
      recommendations: z.array(z.string()),
      recall: z
        .object({
          estimate: z.number().min(0).max(1).describe('The share of fraud that is found, 0 to 1'),
          low: z.number().min(0).max(1).describe('With a confidence of 95 % it is not less'),
          high: z.number().min(0).max(1).describe('With a confidence of 95 % it is not more'),
          found: z.int().describe('Conversions that were flagged or held, and rejected as fraud'),
          drawn: z.int().describe('Reviewed conversions that nobody suspected, drawn at random'),
          drawn_fraud: z.int().describe('Those of them that were fraud'),
        })
        .meta({ id: 'FraudRecall', description: 'How much of the fraud is found' })
        .nullable()
        .describe(
          'By the reviews of the period; null before drawn conversions were reviewed (`listReviewSample`) or fraud is known',
        ),
    })
    .meta({ id: 'FraudAnalysis', description: 'What is suspicious in a period' }),
});

/** From 0 to 100, with two decimals. */
const toPercentScore = (score: number): number => Math.round(score * 10_000) / 100;

/** @throws invalid when the period is longer than a year */
function periodOf(requested: z.output<typeof query>, now: Date): { from: Date; to: Date } {
  const to = requested.end_date ?? now;
  const from = requested.start_date ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
  return requireAtMost({ from, to }, MAX_DAYS);
}

function recallOf(counts: ReviewCounts): z.output<typeof response>['data']['recall'] {
  const recall = estimateRecall(counts);
  if (recall === null) return null;
  const { found, sampled, sampledFraud } = counts;
  return { ...recall, found, drawn: sampled, drawn_fraud: sampledFraud };
}

const viewOf = (
  figures: FraudFigures,
  counts: ReviewCounts,
): z.output<typeof response>['data'] => ({
  average_fraud_score: toPercentScore(figures.averageScore),
  high_risk_conversions: figures.highRisk,
  fraud_patterns: patternsOf(figures),
  suspicious_affiliates: figures.affiliates
    .filter(isSuspicious)
    .slice(0, MAX_AFFILIATES)
    .map(({ affiliateId, conversions, averageScore }) => ({
      affiliate_id: affiliateId,
      conversions,
      average_fraud_score: toPercentScore(averageScore),
    })),
  recommendations: recommendationsOf(figures),
  recall: recallOf(counts),
});

export const getFraudAnalysisRoute = ({ figures, reviews, clock }: Deps) =>
  route({
    operationId: 'getFraudAnalysis',
    method: 'get',
    path: '/api/brand/conversions/fraud-analysis',
    summary: 'How much of the brand’s traffic is suspicious, and why',
    description:
      'Of one campaign, or of all the brand’s campaigns; by default of the last 30 days.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    query,
    response,
    handle: async ({ query: requested, actor }) => {
      const period = periodOf(requested, clock.now());
      const filter = { brandId: actor.id, campaignId: requested.campaign_id, ...period };
      const [sums, counts] = await Promise.all([figures.sum(filter), reviews.count(filter)]);
      return { success: true, data: viewOf(sums, counts) };
    },
  });
