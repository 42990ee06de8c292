import { attributionModels } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type ModelName } from '../domain/attribution.ts';
import { type AffiliatePart } from '../domain/replay.ts';

export const PREVIEW_DESCRIPTION =
  'Credits the campaign’s conversions of a period again, along the paths that they were assessed with, and ' +
  'changes nothing. Rejected and reversed conversions are left out. Commissions follow the terms frozen with ' +
  'each conversion, before the affiliates’ tier bonuses. At most 200,000 conversions per request.';

export const previewErrors = {
  campaign_not_found: 'There is no such campaign of this brand',
  too_many_conversions:
    '400: more than 200,000 conversions, or more than can be computed in 25 s; request a shorter period',
};

const affiliateView = z
  .object({
    affiliate_id: z.uuid(),
    conversions: z.int().describe('With a share of the credit'),
    credit: z.number().describe('Shares of the credit, in whole conversions'),
    value: z.number(),
    value_currency: z.string(),
    commission: z.number(),
    current_commission: z.number().describe('By the shares that were in fact given'),
    difference: z.number(),
    currency: z.string(),
  })
  .meta({ id: 'AttributionPart', description: 'What one affiliate would get under a model' });

export const modelView = z
  .object({
    model: z.enum(attributionModels),
    model_version: z.string(),
    falls_back_to: z
      .enum(['linear'])
      .nullable()
      .describe('Set while data_driven is not trained, and credit is split evenly'),
    affiliates: z.array(affiliateView).describe('The largest commission first'),
  })
  .meta({ id: 'AttributionPreview', description: 'What affiliates would get under a model' });

const periodView = z
  .object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() })
  .meta({ id: 'Period', description: 'A period of time; its end is exclusive' });

/** What both a preview and a comparison begin with. */
export const previewHead = {
  campaign_id: z.uuid(),
  period: periodView,
  conversions: z.int(),
};

export const toPeriodView = ({
  from,
  to,
}: {
  from: Date;
  to: Date;
}): z.output<typeof periodView> => ({
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

/** What affiliates would have earned under one model. */
export interface ModelPreview {
  readonly model: ModelName;
  readonly modelVersion: string;
  readonly fallsBackTo: 'linear' | null;
  readonly affiliates: readonly AffiliatePart[];
}

export const toModelView = (preview: ModelPreview): z.output<typeof modelView> => ({
  model: preview.model,
  model_version: preview.modelVersion,
  falls_back_to: preview.fallsBackTo,
  affiliates: preview.affiliates.map(toAffiliateView),
});
