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
import { codeTouchOf } from './journey.ts';
import { type Journey } from './touch.ts';

type Order = AssessmentInputs['order'];

/** An assessed conversion that is neither rejected nor reversed, with its refunds. */
export interface StandingConversion {
  readonly assessment: Pick<Assessment, 'shares' | 'convertedAt' | 'inputs'>;
  readonly refundedMinor: number;
}

/** The last conversion that was read. */
export interface ReplayCursor {
  readonly convertedAt: Date;
  readonly id: string;
}

/** A conversion with all that is the same under every model. */
export interface PreparedConversion {
  readonly order: Order;
  readonly journey: Journey;
  /** What shares earn of the commission on the order after refunds. */
  readonly commissionsOf: (shares: readonly AttributionShare[]) => readonly number[];
  /** Affiliates' commissions by the stored shares. */
  readonly given: readonly { readonly affiliateId: string; readonly commissionMinor: number }[];
}

/** What one affiliate gets of conversions in one pair of currencies. */
export interface AffiliatePart {
  readonly affiliateId: string;
  /** The currency of the commission. */
  readonly currency: string;
  /** The currency of the orders. */
  readonly valueCurrency: string;
  /** How many conversions the affiliate has a share of. */
  readonly conversions: number;
  /** The sum of its shares, in conversions. */
  readonly credit: number;
  readonly valueMinor: number;
  readonly commissionMinor: number;
  /** The commission by the stored shares. */
  readonly currentCommissionMinor: number;
}

const isFixed = ({ namedCommissionMinor, terms }: Order): boolean =>
  namedCommissionMinor === null && terms.type === 'fixed';

/** The exact commission of the order after refunds, by its frozen terms. */
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

function split(whole: Rational, shares: readonly AttributionShare[]): number[] {
  const parts = shares.map(({ weight }) =>
    multiply(whole, rational(BigInt(weight), BigInt(WHOLE_CREDIT))),
  );
  return splitExact(parts).partsMinor;
}

/**
 * What each share earns: its exact part of the commission; the sum is rounded half-even once, and minor units are
 * allocated by largest remainder, as the commission service books them before tiers.
 */
export const commissionsOf = (
  order: Order,
  shares: readonly AttributionShare[],
  refundedMinor = 0,
): number[] => split(exactCommission(order, refundedMinor), shares);

/** Caches splits by their weights, because most models split a short journey alike. */
function splitter(whole: Rational): PreparedConversion['commissionsOf'] {
  const known = new Map<string, readonly number[]>();
  return (shares) => {
    const weights = shares.map(({ weight }) => weight).join();
    const parts = known.get(weights) ?? split(whole, shares);
    known.set(weights, parts);
    return parts;
  };
}

/** Undefined for assessments of early versions, which have no inputs. */
export function prepare(conversion: StandingConversion): PreparedConversion | undefined {
  const { assessment, refundedMinor } = conversion;
  const { shares, convertedAt, inputs } = assessment;
  if (inputs === null) return undefined;
  const { order, touches } = inputs;
  const splitCommission = splitter(exactCommission(order, refundedMinor));
  const commissions = splitCommission(shares);
  return {
    order,
    journey: { touches, convertedAt, ...codeTouchOf(order.coupon) },
    commissionsOf: splitCommission,
    given: shares.map(({ affiliateId }, index) => ({
      affiliateId,
      commissionMinor: commissions[index] ?? 0,
    })),
  };
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

const currencyOf = (order: Order): string =>
  isFixed(order) ? order.terms.currency : order.currency;

const emptyPart = (order: Order, affiliateId: string): MutablePart => ({
  affiliateId,
  currency: currencyOf(order),
  valueCurrency: order.currency,
  conversions: 0,
  weight: 0n,
  valueMinor: 0,
  commissionMinor: 0,
  currentCommissionMinor: 0,
});

/** Sums up what affiliates would get under a model, conversion by conversion. */
export function createReplay(
  model: ModelName,
  settings: AttributionSettings,
  trained: TrainedModel | undefined,
) {
  const rule = { ...settings, model };
  const parts = new Map<string, MutablePart>();
  const partOf = (order: Order, affiliateId: string): MutablePart => {
    const key = `${affiliateId}|${currencyOf(order)}|${order.currency}`;
    const known = parts.get(key);
    if (known !== undefined) return known;
    const part = emptyPart(order, affiliateId);
    parts.set(key, part);
    return part;
  };
  return {
    add: ({ order, journey, given, ...prepared }: PreparedConversion): void => {
      const { valueMinor } = order;
      const { shares } = attribute(journey, rule, { valueMinor, trained });
      const commissions = prepared.commissionsOf(shares);
      shares.forEach((share, index) => {
        const part = partOf(order, share.affiliateId);
        part.conversions += 1;
        part.weight += BigInt(share.weight);
        part.valueMinor += share.valueMinor;
        part.commissionMinor += commissions[index] ?? 0;
      });
      for (const { affiliateId, commissionMinor } of given) {
        partOf(order, affiliateId).currentCommissionMinor += commissionMinor;
      }
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
