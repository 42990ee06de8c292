import {
  type ClickCount,
  type CommissionAdjustment,
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
  readonly changes: readonly FigureChange[];
}

/** An addition to the running totals of one affiliate or campaign. */
export interface FigureChange {
  readonly figuresId: string;
  readonly conversions?: number;
  readonly uniqueClicks?: number;
  readonly commission?: { readonly minor: number; readonly currency: string };
}

/**
 * Valid clicks only, as in the conversion rates of reports: a visitor's first click of the day on a link.
 * @param eventId of the event of these counts, which has each of its clicks alone
 */
export function incrementsOfClicks(
  { counts }: { readonly counts: readonly ClickCount[] },
  eventId: string,
): FigureIncrement[] {
  const clicks = new Map<string, number>();
  for (const { affiliateId, unique } of counts) {
    if (unique === 0) continue;
    const figuresId = affiliateFiguresId(affiliateId);
    clicks.set(figuresId, (clicks.get(figuresId) ?? 0) + unique);
  }
  if (clicks.size === 0) return [];
  const changes = [...clicks].map(([figuresId, uniqueClicks]) => ({ figuresId, uniqueClicks }));
  return [{ key: `unique-clicks:${eventId}`, changes }];
}

/** Each revision of a conversion is added and subtracted once. */
const conversionKey = (noun: string, conversionId: string, revision: number): string =>
  revision === 0 ? `${noun}:${conversionId}` : `${noun}:${conversionId}:${String(revision)}`;

export const incrementsOfConversion = (conversion: ConversionSnapshot): FigureIncrement[] => {
  const { conversionId, affiliateId } = conversion;
  if (affiliateId === null) return [];
  const key = conversionKey('conversion', conversionId, revisionOf(conversion));
  return [{ key, changes: [{ figuresId: affiliateFiguresId(affiliateId), conversions: 1 }] }];
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
  const key = conversionKey('conversion-lost', conversionId, revisionOf(conversion));
  return [{ key, changes: [{ figuresId: affiliateFiguresId(affiliateId), conversions: -1 }] }];
};

/**
 * The same addition to the totals of the affiliate and the campaign. A change of attribution moves commissions between
 * affiliates and leaves the campaign's sum, which must not look spent while one of two events has arrived.
 */
const changesOf = (
  { affiliateId, campaignId, currency }: CommissionSnapshot,
  minor: number,
  isMoved: boolean,
): FigureChange[] =>
  [affiliateFiguresId(affiliateId), ...(isMoved ? [] : [campaignFiguresId(campaignId)])].map(
    (figuresId) => ({ figuresId, commission: { minor, currency } }),
  );

export const incrementsOfCommission = (commission: CommissionSnapshot): FigureIncrement[] => [
  {
    key: `commission:${commission.commissionId}`,
    changes: changesOf(
      commission,
      commission.amountMinor,
      commission.attributionChangeId !== undefined,
    ),
  },
];

type AdjustedCommission = CommissionSnapshot & {
  readonly adjustmentId: string;
  readonly changeMinor: number;
  readonly creditMove?: CommissionAdjustment['creditMove'];
};

/** A refund reduces the affiliate's earnings and the spent budget. */
export const incrementsOfAdjustment = (commission: AdjustedCommission): FigureIncrement[] => [
  {
    key: `commission-adjusted:${commission.commissionId}:${commission.adjustmentId}`,
    changes: changesOf(commission, commission.changeMinor, commission.creditMove === 'applied'),
  },
];
