import { formatAmount } from '@tributary/money';
import { type ConversionSnapshot } from './conversion-snapshot.ts';
import { type AttributionShare } from './fields.ts';
import { alsoTo, type MacroValues, messageTo, type PublicMessage } from './public-event.ts';

/** The fields that the specification shows for conversion.tracked, and no others. */
const trackedData = (conversion: ConversionSnapshot) => ({
  conversion_id: conversion.conversionId,
  affiliate_id: conversion.affiliateId,
  campaign_id: conversion.campaignId,
  amount: formatAmount(conversion.valueMinor, conversion.currency),
  currency: conversion.currency,
  product_id: conversion.products[0]?.sku ?? null,
});

const orderData = (conversion: ConversionSnapshot) => ({
  ...trackedData(conversion),
  order_id: conversion.orderId,
  status: conversion.status,
  converted_at: conversion.convertedAt,
});

const SUB_NAMES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

type Credited = Pick<ConversionSnapshot, 'affiliateId' | 'clickId' | 'valueMinor'>;

/**
 * The macro values for the affiliate of this click or code. Only the owner of the converting click gets the
 * sub ids, and only the owner of the code gets it.
 */
function macrosOf(
  conversion: ConversionSnapshot,
  { affiliateId, clickId, valueMinor }: Credited,
): MacroValues {
  const { subIds = {} } = clickId === conversion.clickId ? conversion : {};
  const subs = SUB_NAMES.flatMap((name) => {
    const number = name.slice(-1);
    const value = subIds[name] ?? subIds[`subid${number}`] ?? subIds[`sub_id_${number}`];
    return value === undefined ? [] : [[name, value] as const];
  });
  const { coupon } = conversion;
  const isByCode = coupon?.affiliateId === affiliateId && coupon.codePercent > 0;
  return {
    ...(clickId === null ? {} : { click_id: clickId }),
    ...(isByCode && coupon.code !== null ? { coupon_code: coupon.code } : {}),
    ...Object.fromEntries(subs),
    amount: formatAmount(valueMinor, conversion.currency),
    currency: conversion.currency,
    status: conversion.status,
  };
}

const partiesOf = ({ brandId, affiliateId }: ConversionSnapshot) => [brandId, affiliateId];

/** The messages about a conversion that was recorded. */
export const trackedMessages = (conversion: ConversionSnapshot): PublicMessage[] => [
  {
    ...messageTo(partiesOf(conversion), trackedData(conversion)),
    macros: macrosOf(conversion, conversion),
  },
];

/** The messages about a conversion that another report replaced; earlier affiliates learn their own part only. */
export function replacedMessages(
  conversion: ConversionSnapshot & { readonly earlierAffiliateIds: readonly string[] },
): PublicMessage[] {
  const { conversionId, orderId, affiliateId, earlierAffiliateIds } = conversion;
  const current = { ...orderData(conversion), source: conversion.source, is_credited: true };
  const withdrawn = earlierAffiliateIds.filter((earlier) => earlier !== affiliateId);
  return [
    { ...messageTo(partiesOf(conversion), current), macros: macrosOf(conversion, conversion) },
    ...withdrawn.map((earlier) =>
      alsoTo([earlier], {
        conversion_id: conversionId,
        affiliate_id: earlier,
        order_id: orderId,
        is_credited: false,
      }),
    ),
  ];
}

/** The messages about a conversion that an affiliate disputes. */
export const disputedMessages = (
  conversion: ConversionSnapshot & { readonly reason: string },
): PublicMessage[] => [
  messageTo(partiesOf(conversion), { ...orderData(conversion), reason: conversion.reason }),
];

interface Review {
  readonly shares: readonly AttributionShare[];
  readonly reviewedAt: string;
  readonly notes: string | null;
}

/**
 * The messages about a review. The brand gets the conversion as a whole. If several affiliates share
 * it, each gets only its own part.
 */
export function reviewedMessages(conversion: ConversionSnapshot & Review): PublicMessage[] {
  const verdict = { reviewed_at: conversion.reviewedAt, notes: conversion.notes };
  const whole = { ...orderData(conversion), ...verdict };
  const [first, ...others] = conversion.shares;
  if (first === undefined || others.length === 0) {
    const affiliateId = first?.affiliateId ?? conversion.affiliateId;
    const data = { ...whole, affiliate_id: affiliateId };
    const macros = macrosOf(conversion, first ?? conversion);
    return [{ ...messageTo([conversion.brandId, affiliateId], data), macros }];
  }
  const parts = conversion.shares.map((share) => ({
    ...alsoTo([share.affiliateId], {
      ...whole,
      affiliate_id: share.affiliateId,
      amount: formatAmount(share.valueMinor, conversion.currency),
    }),
    macros: macrosOf(conversion, share),
  }));
  return [messageTo([conversion.brandId], whole), ...parts];
}
