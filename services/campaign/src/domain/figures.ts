import {
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
  type ReplacedConversion,
  revisionOf,
} from '@tributary/contracts';

/** Running totals of an affiliate or a campaign. */
export interface Figures {
  readonly commissionMinor: Readonly<Record<string, number>>;
  readonly conversions: number;
  readonly uniqueClicks: number;
  /** For affiliates: whether the commission tier includes exclusive campaigns. */
  readonly opensExclusive: boolean;
}

export const affiliateFiguresId = (affiliateId: string): string => `affiliate:${affiliateId}`;
export const campaignFiguresId = (campaignId: string): string => `campaign:${campaignId}`;

/** What one event adds to the running totals; its key ensures that it counts once. */
export interface FigureIncrement {
  readonly key: string;
  readonly figuresIds: readonly string[];
  readonly conversions?: number;
  readonly uniqueClicks?: number;
  readonly commission?: { readonly minor: number; readonly currency: string };
}

/** Valid clicks only, as in the conversion rates of reports: a visitor's first click of the day on a link. */
export const incrementsOfClick = (click: ClickRow): FigureIncrement[] => {
  const { clickId, affiliateId, validity } = click;
  if (validity !== 'valid') return [];
  const figuresIds = [affiliateFiguresId(affiliateId)];
  return [{ key: `unique-click:${clickId}`, figuresIds, uniqueClicks: 1 }];
};

/** Each revision of a conversion is added and subtracted once. */
const conversionKey = (noun: string, conversionId: string, revision: number): string =>
  revision === 0 ? `${noun}:${conversionId}` : `${noun}:${conversionId}:${String(revision)}`;

export const incrementsOfConversion = (conversion: ConversionSnapshot): FigureIncrement[] => {
  const { conversionId, affiliateId } = conversion;
  if (affiliateId === null) return [];
  const figuresIds = [affiliateFiguresId(affiliateId)];
  const key = conversionKey('conversion', conversionId, revisionOf(conversion));
  return [{ key, figuresIds, conversions: 1 }];
};

/** Moves a conversion from the affiliate of the earlier report to that of the new one. */
export const incrementsOfReplacement = (conversion: ReplacedConversion): FigureIncrement[] => {
  const [affiliateId = null] = conversion.earlierAffiliateIds;
  const revision = revisionOf(conversion);
  return [
    ...incrementsOfLoss({ ...conversion, affiliateId, revision: revision - 1 }),
    ...(conversion.status === 'reversed' ? [] : incrementsOfConversion(conversion)),
  ];
};

/** Rejection, reversal and replacement share a key, because a conversion is subtracted once. */
export const incrementsOfLoss = (conversion: ConversionSnapshot): FigureIncrement[] => {
  const { conversionId, affiliateId } = conversion;
  if (affiliateId === null) return [];
  const figuresIds = [affiliateFiguresId(affiliateId)];
  const key = conversionKey('conversion-lost', conversionId, revisionOf(conversion));
  return [{ key, figuresIds, conversions: -1 }];
};

const figuresIdsOf = ({ affiliateId, campaignId }: CommissionSnapshot): string[] => [
  affiliateFiguresId(affiliateId),
  campaignFiguresId(campaignId),
];

export const incrementsOfCommission = (commission: CommissionSnapshot): FigureIncrement[] => [
  {
    key: `commission:${commission.commissionId}`,
    figuresIds: figuresIdsOf(commission),
    commission: { minor: commission.amountMinor, currency: commission.currency },
  },
];

type AdjustedCommission = CommissionSnapshot & {
  readonly adjustmentId: string;
  readonly changeMinor: number;
};

/** A refund reduces the affiliate's earnings and the spent budget. */
export const incrementsOfAdjustment = (commission: AdjustedCommission): FigureIncrement[] => [
  {
    key: `commission-adjusted:${commission.commissionId}:${commission.adjustmentId}`,
    figuresIds: figuresIdsOf(commission),
    commission: { minor: commission.changeMinor, currency: commission.currency },
  },
];
