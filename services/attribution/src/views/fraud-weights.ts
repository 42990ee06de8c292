import { z } from 'zod';
import { type FraudWeightsDocument } from '../store/fraud-collections.ts';

export const fraudWeightsFields = {
  version: z.int().describe('From 1; assessments state it in `weights_version`, as `fraud.9.w1`'),
  rules_version: z.string(),
  fitted_at: z.iso.datetime(),
  orders: z.int().describe('Reviewed orders that it was fitted to'),
  frauds: z.int().describe('Those of them that were fraud'),
  applied_at: z.iso.datetime().nullable().describe('Since when orders are scored with it'),
} as const;

export const toFraudWeightsView = (weights: FraudWeightsDocument) => ({
  version: weights.version,
  rules_version: weights.rulesVersion,
  fitted_at: weights.fittedAt.toISOString(),
  orders: weights.orders,
  frauds: weights.frauds,
  applied_at: weights.appliedAt?.toISOString() ?? null,
});
