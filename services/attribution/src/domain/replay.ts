import { type AttributionSettings, type AttributionShare } from '@tributary/contracts';
import {
  exactPercentOf,
  multiply,
  parseAmount,
  type Rational,
  rational,
  splitExact,
} from '@tributary/money';
import { type Assessment, type AssessmentInputs } from './assessment.ts';
import { attribute, type ModelName, WHOLE_CREDIT } from './attribution.ts';
import { type TrainedModel } from './data-driven.ts';

type Order = AssessmentInputs['order'];

/** An assessed conversion that still stands, and what refunds have taken off it. */
export interface StandingConversion {
  readonly assessment: Assessment;
  readonly refundedMinor: number;
}

/** What one affiliate has of some conversions, in one pair of currencies. */
export interface AffiliatePart {
  readonly affiliateId: string;
  /** Of the commission. */
  readonly currency: string;
  /** Of the orders. */
  readonly valueCurrency: string;
  /** Conversions with a share. */
  readonly conversions: number;
  /** Shares of the credit summed, in whole conversions. */
  readonly credit: number;
  readonly valueMinor: number;
  readonly commissionMinor: number;
  /** By the shares that were in fact given. */
  readonly currentCommissionMinor: number;
}

const isFixed = ({ namedCommissionMinor, terms }: Order): boolean =>
  namedCommissionMinor === null && terms.type === 'fixed';

/** The exact commission of the whole order by its frozen terms, on what refunds have left of it. */
function exactCommission(order: Order, refundedMinor: number): Rational {
  const { valueMinor, terms, namedCommissionMinor: named } = order;
  const leftMinor = valueMinor - refundedMinor;
  if (named === null && terms.type === 'percentage') return exactPercentOf(leftMinor, terms.value);
  const whole =
    named === null ? parseAmount(terms.value, terms.currency) : Math.min(named, valueMinor);
  return valueMinor === 0
    ? rational(whole)
    : multiply(rational(whole), rational(leftMinor, valueMinor));
}

/**
 * What each share earns: its exact part of the commission, the sum rounded half-even once, the minor
 * units handed out by largest remainder; as the commission service books it, before tiers.
 */
export function commissionsOf(
  order: Order,
  shares: readonly AttributionShare[],
  refundedMinor = 0,
): number[] {
  const whole = exactCommission(order, refundedMinor);
  const parts = shares.map(({ weight }) =>
    multiply(whole, rational(BigInt(weight), BigInt(WHOLE_CREDIT))),
  );
  return splitExact(parts).partsMinor;
}

interface MutablePart {
  affiliateId: string;
  currency: string;
  valueCurrency: string;
  conversions: number;
  weight: bigint;
  valueMinor: number;
  commissionMinor: number;
  currentCommissionMinor: number;
}

const emptyPart = (order: Order, affiliateId: string): MutablePart => ({
  affiliateId,
  currency: isFixed(order) ? order.terms.currency : order.currency,
  valueCurrency: order.currency,
  conversions: 0,
  weight: 0n,
  valueMinor: 0,
  commissionMinor: 0,
  currentCommissionMinor: 0,
});

/** Sums up what affiliates would have, conversion by conversion. */
export function createReplay(
  model: ModelName,
  settings: AttributionSettings,
  trained: TrainedModel | undefined,
) {
  const parts = new Map<string, MutablePart>();
  const partOf = (order: Order, affiliateId: string): MutablePart => {
    const empty = emptyPart(order, affiliateId);
    const key = `${affiliateId}|${empty.currency}|${empty.valueCurrency}`;
    const part = parts.get(key) ?? empty;
    parts.set(key, part);
    return part;
  };
  return {
    add: ({ assessment, refundedMinor }: StandingConversion): void => {
      const { shares: given, convertedAt, inputs } = assessment;
      if (inputs === null) return;
      const { order, touches } = inputs;
      const journey = { touches, convertedAt };
      const { valueMinor } = order;
      const { shares } = attribute(journey, { ...settings, model }, { valueMinor, trained });
      const commissions = commissionsOf(order, shares, refundedMinor);
      shares.forEach((share, index) => {
        const part = partOf(order, share.affiliateId);
        part.conversions += 1;
        part.weight += BigInt(share.weight);
        part.valueMinor += share.valueMinor;
        part.commissionMinor += commissions[index] ?? 0;
      });
      const current = commissionsOf(order, given, refundedMinor);
      given.forEach(({ affiliateId }, index) => {
        partOf(order, affiliateId).currentCommissionMinor += current[index] ?? 0;
      });
    },
    /** The largest commission first. */
    list: (): AffiliatePart[] =>
      [...parts.values()]
        .map(({ weight, ...part }) => ({ ...part, credit: Number(weight) / WHOLE_CREDIT }))
        .sort(
          (a, b) =>
            b.commissionMinor - a.commissionMinor || (a.affiliateId < b.affiliateId ? -1 : 1),
        ),
  };
}
