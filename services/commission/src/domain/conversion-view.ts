import type { CommissionTerms, ConversionStatus, UnpayableReason } from '@tributary/contracts';
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

/** What was tracked up to this moment no longer names its customer. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - PRIVATE_DAYS * DAY_MS);

/** What tracking says of a conversion. */
export interface ConversionFacts {
  readonly campaignId: string;
  readonly orderId: string;
  readonly status: ConversionStatus;
  readonly valueMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly terms: CommissionTerms;
  /** A commission the shop named itself, minor units of `currency`. */
  readonly namedMinor: number | null;
  /** Why it earns nothing unless it is approved by hand. */
  readonly unpayableReason: UnpayableReason | null;
  readonly productName: string | null;
  readonly productCategory: string | null;
  readonly quantity: number | null;
  /** The shop's own id; null once its time is over. */
  readonly customerId: string | null;
  readonly isNewCustomer: boolean | null;
  readonly rejectionReason: string | null;
  readonly trackedAt: Date;
  readonly convertedAt: Date;
}

/** What one affiliate earns where the conversion is approved as it stands. */
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

/** What has been heard of a conversion: its credit may come before its facts. */
export interface KnownConversion {
  readonly id: string;
  readonly facts?: ConversionFacts;
  readonly credit: Credit;
}
type TrackedConversion = Required<KnownConversion>;

export const isTracked = (heard: KnownConversion): heard is TrackedConversion =>
  heard.facts !== undefined;

/** Later statuses win whatever order the events come in: a conversion only ever moves right. */
const ranks = { pending: 0, approved: 1, rejected: 1, reversed: 2 } as const;

function laterFacts(known: ConversionFacts | undefined, told: ConversionFacts): ConversionFacts {
  if (known === undefined) return told;
  if (ranks[known.status] > ranks[told.status]) return known;
  return { ...told, rejectionReason: told.rejectionReason ?? known.rejectionReason };
}

/** What is known, now that this is told too. */
export function mergeConversion(
  known: KnownConversion | undefined,
  told: KnownConversion,
): KnownConversion {
  const facts = told.facts === undefined ? known?.facts : laterFacts(known?.facts, told.facts);
  const credit = strongerCredit(known?.credit, told.credit);
  return { id: told.id, credit, ...(facts === undefined ? {} : { facts }) };
}

/** @param tiers of the affiliates credited, as they were when the conversion was tracked */
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

/** An affiliate's own; undefined where the affiliate is not credited, and in copies older than this. */
export const expectedOf = (
  { expected = [] }: Partial<Pick<ConversionView, 'expected'>>,
  affiliateId: string,
): Expected | undefined => expected.find((one) => one.affiliateId === affiliateId);
