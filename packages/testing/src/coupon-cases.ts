import { type CouponDecision, type CouponRule, couponRules } from '@tributary/contracts';

/** What orders name: Anna's code or none of the brand's, and Anna's or Bela's click. */
export const couponSituations = [
  'a code only',
  'a click only',
  'code and click of one affiliate',
  'code and click of two affiliates',
  'a code out of its window, and a click',
  'an unknown code, and a click',
] as const;
export type CouponSituation = (typeof couponSituations)[number];

/** The order of every case: 10 % of it are 3.333, which are 3.33. */
export const COUPON_ORDER_MINOR = 3_333;

/** Anna's code of a situation. */
export const namedCodeOf = (situation: CouponSituation): 'valid' | 'expired' | 'unknown' | null => {
  switch (situation) {
    case 'a click only':
      return null;
    case 'a code out of its window, and a click':
      return 'expired';
    case 'an unknown code, and a click':
      return 'unknown';
    default:
      return 'valid';
  }
};

/** Whose click a situation has. */
export const clickOwnerOf = (situation: CouponSituation): 'anna' | 'bela' | null => {
  if (situation === 'a code only') return null;
  return situation === 'code and click of one affiliate' ? 'anna' : 'bela';
};

/** One case of the table in docs/coupons.md. */
export interface CouponCase {
  readonly rule: CouponRule;
  readonly situation: CouponSituation;
  /** Null for an order that names no code. */
  readonly decision: CouponDecision | null;
  /** The code's part of the credit, percent. */
  readonly codePercent: number;
  /** The commissions at 10 %, minor units. */
  readonly commissions: Readonly<Partial<Record<'anna' | 'bela', number>>>;
  /** The parts of the order's value, minor units. */
  readonly values: Readonly<Partial<Record<'anna' | 'bela', number>>>;
}

const whole = (whose: 'anna' | 'bela') => ({
  commissions: { [whose]: 333 },
  values: { [whose]: COUPON_ORDER_MINOR },
});

/** By the rule, for a valid code of Anna that is older than Bela's click, half of the credit each where they split. */
const conflicts: Readonly<
  Record<CouponRule, Pick<CouponCase, 'codePercent' | 'commissions' | 'values'>>
> = {
  code: { codePercent: 100, ...whole('anna') },
  click: { codePercent: 0, ...whole('bela') },
  split: {
    codePercent: 50,
    commissions: { anna: 167, bela: 166 },
    values: { anna: 1_667, bela: 1_666 },
  },
  first: { codePercent: 100, ...whole('anna') },
};

function caseOf(rule: CouponRule, situation: CouponSituation): CouponCase {
  const named = { rule, situation };
  switch (situation) {
    case 'a code only':
      return { ...named, decision: 'only_code', codePercent: 100, ...whole('anna') };
    case 'a click only':
      return { ...named, decision: null, codePercent: 0, ...whole('bela') };
    case 'code and click of one affiliate': {
      const { codePercent } = conflicts[rule];
      return { ...named, decision: 'same_affiliate', codePercent, ...whole('anna') };
    }
    case 'code and click of two affiliates':
      return { ...named, decision: 'rule', ...conflicts[rule] };
    default:
      return { ...named, decision: 'only_click', codePercent: 0, ...whole('bela') };
  }
}

/** The four rules in the six situations. */
export const couponCases: readonly CouponCase[] = couponRules.flatMap((rule) =>
  couponSituations.map((situation) => caseOf(rule, situation)),
);
