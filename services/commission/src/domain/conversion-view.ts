import { type CommissionTerms, type ConversionStatus, revisionOf } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import {
  commissionAmounts,
  commissionCurrency,
  effectiveRate,
  remainingValue,
} from '@tributary/terms';
import { type Credit, strongerCredit } from './credit.ts';
import type { EarningBasis } from './earning-basis.ts';
import type { FrozenTier } from './tier.ts';

const PRIVATE_DAYS = 90;

/** Conversions tracked up to this moment no longer carry their customer's id. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - PRIVATE_DAYS * DAY_MS);

/** A conversion as tracking reports it. */
export interface ConversionFacts {
  readonly campaignId: string;
  readonly orderId: string;
  readonly status: ConversionStatus;
  readonly valueMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** A commission that the shop named, minor units of `currency`. */
  readonly namedMinor: number | null;
  /** Why it earns nothing unless the brand approves it. */
  readonly unpayableReason: string | null;
  readonly productName: string | null;
  readonly productCategory: string | null;
  readonly quantity: number | null;
  /** The shop's id of the customer; null after 90 days. */
  readonly customerId: string | null;
  readonly isNewCustomer: boolean | null;
  readonly rejectionReason: string | null;
  readonly trackedAt: Date;
  readonly convertedAt: Date;
  /** How many reports have replaced the first one; absent for none. */
  readonly revision?: number;
  /** The bonuses that tracking has counted against the campaign's limits, by affiliate, percent of the rate. */
  readonly tierBonuses?: Readonly<Record<string, string>>;
}

/** What one affiliate earns if the conversion is approved unchanged. */
export interface Expected {
  readonly affiliateId: string;
  /** The campaign's rate with the affiliate's tier; percent, or major units of a fixed amount. */
  readonly rate: string;
  /** Minor units of the commission's currency. */
  readonly amountMinor: number;
}

/** A conversion as its affiliates see it. */
export interface ConversionView extends ConversionFacts {
  readonly id: string;
  readonly credit: Credit;
  readonly affiliateIds: readonly string[];
  readonly expected: readonly Expected[];
  readonly commissionCurrency: string;
}

/** What has arrived of a conversion so far: its credit may arrive before its facts. */
export interface KnownConversion {
  readonly id: string;
  readonly facts?: ConversionFacts;
  readonly credit: Credit;
}
type TrackedConversion = Required<KnownConversion>;

export const isTracked = (known: KnownConversion): known is TrackedConversion =>
  known.facts !== undefined;

/**
 * The higher revision wins, then the later status, whatever order the events arrive in: within a revision a conversion
 * never returns to an earlier status.
 */
const ranks = { pending: 0, approved: 1, rejected: 1, reversed: 2 } as const;

function laterFacts(
  known: ConversionFacts | undefined,
  incoming: ConversionFacts,
): ConversionFacts {
  if (known === undefined) return incoming;
  const ahead = revisionOf(incoming) - revisionOf(known);
  if (ahead !== 0) return ahead > 0 ? incoming : known;
  const bonuses = countedBonuses(known, incoming);
  if (ranks[known.status] > ranks[incoming.status]) return { ...known, ...bonuses };
  const { rejectionReason } = known;
  return { ...incoming, ...bonuses, rejectionReason: incoming.rejectionReason ?? rejectionReason };
}

/** A bonus that was counted remains. */
function countedBonuses(
  known: ConversionFacts,
  incoming: ConversionFacts,
): Pick<ConversionFacts, 'tierBonuses'> {
  const tierBonuses = { ...known.tierBonuses, ...incoming.tierBonuses };
  const isCounted = known.tierBonuses !== undefined || incoming.tierBonuses !== undefined;
  return isCounted ? { tierBonuses } : {};
}

/** Merges a newly arrived part of a conversion into what is known of it. */
export function mergeConversion(
  known: KnownConversion | undefined,
  incoming: KnownConversion,
): KnownConversion {
  const facts =
    incoming.facts === undefined ? known?.facts : laterFacts(known?.facts, incoming.facts);
  const credit = strongerCredit(known?.credit, incoming.credit);
  return { id: incoming.id, credit, ...(facts === undefined ? {} : { facts }) };
}

/** @param tiers the credited affiliates' tiers when the conversion was tracked */
export function conversionViewOf(
  { id, facts, credit }: TrackedConversion,
  tiers: Readonly<Record<string, FrozenTier>>,
): ConversionView {
  const { shares } = credit;
  const { valueMinor, currency, terms, namedMinor } = facts;
  const basis = { valueMinor, currency, terms, namedMinor, shares, tiers };
  return {
    ...facts,
    id,
    credit,
    affiliateIds: shares.map(({ affiliateId }) => affiliateId),
    expected: expectedParts(basis, facts),
    commissionCurrency: commissionCurrency(basis),
  };
}

function expectedParts(
  basis: EarningBasis,
  { refundedMinor, unpayableReason }: ConversionFacts,
): readonly Expected[] {
  const amounts = commissionAmounts(basis, remainingValue(basis.valueMinor, refundedMinor));
  return basis.shares.map(({ affiliateId }, index) => ({
    affiliateId,
    rate: effectiveRate(basis, affiliateId),
    amountMinor: unpayableReason === null ? (amounts[index] ?? 0) : 0,
  }));
}

/** One affiliate's expected commission; undefined without credit, and in views stored before the field existed. */
export const expectedOf = (
  { expected = [] }: Partial<Pick<ConversionView, 'expected'>>,
  affiliateId: string,
): Expected | undefined => expected.find((one) => one.affiliateId === affiliateId);
