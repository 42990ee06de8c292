import { attributionModels } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type AffiliatePart } from '../domain/replay.ts';
import { type ModelPreview } from '../workflows/preview-attribution.ts';

const affiliateView = z.object({
  affiliate_id: z.uuid(),
  conversions: z.int().describe('With a share of the credit'),
  credit: z.number().describe('Shares of the credit, in whole conversions'),
  value: z.number(),
  value_currency: z.string(),
  commission: z.number(),
  current_commission: z.number().describe('By the shares that were in fact given'),
  difference: z.number(),
  currency: z.string(),
});

export const modelView = z.object({
  model: z.enum(attributionModels),
  model_version: z.string(),
  falls_back_to: z
    .enum(['linear'])
    .nullable()
    .describe('Where data_driven has learnt too little, and credit is split evenly'),
  affiliates: z.array(affiliateView).describe('The largest commission first'),
});

export const periodView = z.object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() });

export const periodOf = ({ from, to }: { from: Date; to: Date }): z.output<typeof periodView> => ({
  start_date: from.toISOString(),
  end_date: to.toISOString(),
});

function toAffiliateView(part: AffiliatePart): z.output<typeof affiliateView> {
  const commission = (minor: number): number => toWireNumber(minor, part.currency);
  return {
    affiliate_id: part.affiliateId,
    conversions: part.conversions,
    credit: Math.round(part.credit * 1e6) / 1e6,
    value: toWireNumber(part.valueMinor, part.valueCurrency),
    value_currency: part.valueCurrency,
    commission: commission(part.commissionMinor),
    current_commission: commission(part.currentCommissionMinor),
    difference: commission(part.commissionMinor - part.currentCommissionMinor),
    currency: part.currency,
  };
}

export const toModelView = (preview: ModelPreview): z.output<typeof modelView> => ({
  model: preview.model,
  model_version: preview.modelVersion,
  falls_back_to: preview.fallsBackTo,
  affiliates: preview.affiliates.map(toAffiliateView),
});
