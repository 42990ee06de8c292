import {
  type AdjustedConversion,
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { type Addition, affiliateFigures, campaignFigures } from '../../domain/figures.ts';

/** A visitor's first click of the day on a link that counts, as reports reckon conversion rates from. */
export const additionOfClick = ({ clickId, affiliateId, validity }: ClickRow): Addition[] =>
  validity === 'valid'
    ? [{ key: `unique-click:${clickId}`, to: [affiliateFigures(affiliateId)], uniqueClicks: 1 }]
    : [];

export const additionOfConversion = (conversion: ConversionSnapshot): Addition[] => {
  const { conversionId, affiliateId } = conversion;
  if (affiliateId === null) return [];
  const to = [affiliateFigures(affiliateId)];
  return [{ key: `conversion:${conversionId}`, to, conversions: 1 }];
};

/** A rejected or reversed conversion no longer counts; under one key, because it goes away once. */
export const additionOfLoss = (conversion: ConversionSnapshot | AdjustedConversion): Addition[] => {
  const { conversionId, affiliateId } = conversion;
  if (affiliateId === null) return [];
  const to = [affiliateFigures(affiliateId)];
  return [{ key: `conversion-lost:${conversionId}`, to, conversions: -1 }];
};

export const additionOfCommission = (commission: CommissionSnapshot): Addition[] => [
  {
    key: `commission:${commission.commissionId}`,
    to: [affiliateFigures(commission.affiliateId), campaignFigures(commission.campaignId)],
    commission: { minor: commission.amountMinor, currency: commission.currency },
  },
];

type Adjusted = CommissionSnapshot & {
  readonly adjustmentId: string;
  readonly changeMinor: number;
};

/** What a refund takes off earnings, and gives back to the budget. */
export const additionOfAdjustment = (commission: Adjusted): Addition[] => [
  {
    key: `commission-adjusted:${commission.commissionId}:${commission.adjustmentId}`,
    to: [affiliateFigures(commission.affiliateId), campaignFigures(commission.campaignId)],
    commission: { minor: commission.changeMinor, currency: commission.currency },
  },
];
