import {
  conversionReplaced,
  type DomainEvent,
  type ReplacedConversion,
  revisionOf,
} from '@tributary/contracts';
import { currencyExponent } from '@tributary/money';
import { isCreditedToNobody } from './claim.ts';
import { isDenied } from './consent.ts';
import { type Adjustment, type Conversion, snapshotOf, withoutIdentity } from './conversion.ts';

/**
 * Whether only the pixel, which anybody can call, has reported the order, and the brand has never approved it. An
 * approved one may have been paid.
 */
export const isKnownByPixelAlone = ({
  source,
  status,
  review,
}: Pick<Conversion, 'source' | 'status' | 'review'>): boolean =>
  source === 'pixel' && status !== 'approved' && review?.decision !== 'approved';

type Known = Pick<Conversion, 'source' | 'status' | 'review' | 'affiliateIds' | 'assessedAt'>;

/** Whether a proven report takes the order of a known conversion: an accepted claim only where nobody is credited. */
export const isReplaceableBy = (known: Known, { claimId }: Pick<Conversion, 'claimId'>): boolean =>
  claimId === undefined ? isKnownByPixelAlone(known) : isCreditedToNobody(known);

export interface Replacement {
  readonly replaced: Conversion;
  readonly event: DomainEvent<ReplacedConversion>;
}

/** The report under the consent of both: a refusal that one of them states counts. */
const underBoth = ({ consent }: Conversion, report: Conversion): Conversion =>
  consent !== undefined && isDenied(consent) ? { ...withoutIdentity(report), consent } : report;

/** Puts the shop's own report of an order in the place of the pixel's; id and refunds of the order remain. */
export function decideReplacement(known: Conversion, report: Conversion): Replacement {
  const replaced: Conversion = {
    ...underBoth(known, report),
    ...carriedRefunds(known, report),
    id: known.id,
    revision: revisionOf(known) + 1,
  };
  const earlierAffiliateIds = [...known.affiliateIds];
  return {
    replaced,
    event: conversionReplaced({ ...snapshotOf(replaced), earlierAffiliateIds }),
  };
}

/** A refund was parsed in the pixel's currency, because the shop's call need not name one. */
function amountInCurrency(amountMinor: number, from: string, to: string): number {
  return Math.round(amountMinor * 10 ** (currencyExponent(to) - currencyExponent(from)));
}

/**
 * The refunds of the order, at most its value. A refund of the whole order takes the whole new value, unless the shop
 * named its amount and this is less.
 */
function carriedRefunds(
  known: Conversion,
  report: Conversion,
): Pick<Conversion, 'adjustments' | 'refundedMinor' | 'status'> {
  let leftMinor = report.valueMinor;
  const adjustments = known.adjustments.map(({ namedMinor, ...adjustment }): Adjustment => {
    const isWhole = adjustment.type !== 'partial_refund' && namedMinor === undefined;
    const givenMinor = namedMinor ?? adjustment.amountMinor;
    const partMinor = amountInCurrency(givenMinor, known.currency, report.currency);
    const amountMinor = isWhole ? leftMinor : Math.min(partMinor, leftMinor);
    const type = isWhole || partMinor >= leftMinor ? adjustment.type : 'partial_refund';
    leftMinor -= amountMinor;
    return { ...adjustment, type, amountMinor };
  });
  const isReversed = adjustments.some(({ type }) => type !== 'partial_refund');
  return {
    adjustments,
    refundedMinor: report.valueMinor - leftMinor,
    status: isReversed ? 'reversed' : report.status,
  };
}
