import { unpayableReasonOf } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { HOUR_MS } from '@tributary/units';
import { type z } from 'zod';
import { type Assessment, isFlagged, type SecondVerdict } from '../domain/assessment.ts';
import { UNTRAINED_VERSION, WHOLE_CREDIT } from '../domain/attribution.ts';
import { codeTouchOf } from '../domain/journey.ts';
import { REVIEW_THRESHOLD } from '../domain/scoring-settings.ts';
import { changeIdOf } from '../domain/recredit.ts';
import { commissionsOf } from '../domain/replay.ts';
import { touchesOf } from '../domain/touch.ts';
import { type CommissionDocument } from '../store/collections.ts';
import { toAttributionSettingsView } from './campaign-attribution.ts';
import { toCouponView } from './coupon-explanation.ts';
import { type explanationView } from './explanation-schema.ts';

type View = z.output<typeof explanationView>;

const ROUNDING =
  'Each affiliate’s exact commission is its share of the whole; the sum is rounded half-even once to minor ' +
  'units, which are handed out by largest remainder, ties to the more recent click.';

type Verdict = Pick<SecondVerdict, 'factors' | 'fraudScore' | 'requiresReview' | 'weightsVersion'>;

/** The fields that both verdicts have. */
function verdictOf(verdict: Verdict, threshold: number) {
  const { fraudScore, requiresReview, factors, weightsVersion } = verdict;
  const strongest = factors.filter(({ contribution }) => contribution > 0).slice(0, 3);
  const reasons = strongest.map(({ evidence }) => evidence);
  if (requiresReview && !isFlagged(verdict)) {
    reasons.push(
      fraudScore > threshold
        ? 'The score is above the brand’s own threshold'
        : 'A pixel’s call is not signed, so that a person reviews it',
    );
  }
  return {
    fraud_score: fraudScore,
    requires_review: requiresReview,
    reasons,
    factors: [...factors],
    weights_version: weightsVersion,
  };
}

function fraudOf(assessment: Assessment): View['fraud'] {
  const { second } = assessment;
  const threshold = assessment.inputs?.reviewThreshold ?? REVIEW_THRESHOLD;
  return {
    ...verdictOf(assessment, threshold),
    threshold,
    second_verdict:
      second === undefined
        ? null
        : {
            ...verdictOf(second, threshold),
            judged_at: second.judgedAt.toISOString(),
            cause: second.cause,
            is_held: second.isHeld,
          },
  };
}

function attributionOf(assessment: Assessment): View['attribution'] {
  const { model, modelVersion, shares, inputs, convertedAt } = assessment;
  const settings = inputs?.settings;
  const touches = inputs?.touches ?? [];
  const code = codeTouchOf(inputs?.order.coupon);
  const currency = inputs?.order.currency;
  return {
    model,
    model_version: modelVersion,
    falls_back_to: modelVersion === UNTRAINED_VERSION ? 'linear' : null,
    settings: settings === undefined ? null : toAttributionSettingsView(settings),
    path: touchesOf({ touches, ...code }).map(
      ({ affiliateId, clickId, linkId, occurredAt }, index) => ({
        affiliate_id: affiliateId,
        click_id: clickId,
        link_id: linkId,
        clicked_at: occurredAt?.toISOString() ?? null,
        hours_before:
          occurredAt === null
            ? null
            : Math.round(((convertedAt.getTime() - occurredAt.getTime()) / HOUR_MS) * 100) / 100,
        coupon_code: index === touches.length ? (code.code?.code ?? null) : null,
      }),
    ),
    coupon: toCouponView(inputs?.order.coupon),
    shares: shares.map((share) => ({
      affiliate_id: share.affiliateId,
      click_id: share.clickId,
      link_id: share.linkId,
      share: share.weight / WHOLE_CREDIT,
      value: currency === undefined ? null : toWireNumber(share.valueMinor, currency),
    })),
    attribution_change_id: changeIdOf(assessment),
  };
}

/** The commission by the terms alone, until it is booked with tiers. */
function expectedOf(
  { inputs, shares }: Assessment,
  refundedMinor: number | undefined,
): View['commission']['commissions'] {
  if (inputs === null || refundedMinor === undefined) return [];
  const { order } = inputs;
  const unpayable = unpayableReasonOf(order.unpayableReason);
  // The books declined it after the approval, so that nothing is expected.
  if (unpayable === 'duplicate_customer') return [];
  const isNamed = order.namedCommissionMinor !== null;
  const isFixed = !isNamed && order.terms.type === 'fixed';
  const currency = isFixed ? order.terms.currency : order.currency;
  const amounts = commissionsOf(order, shares, refundedMinor);
  return shares.map(({ affiliateId }, index) => ({
    affiliate_id: affiliateId,
    amount: toWireNumber(amounts[index] ?? 0, currency),
    currency,
    commission_type: isNamed ? ('named_by_the_shop' as const) : order.terms.type,
    commission_rate: isNamed ? null : order.terms.value,
    tier: null,
    status: unpayable === null ? 'expected' : 'expected_if_approved',
    attribution_change_id: null,
  }));
}

/** The tier in the terms, as a name or as an object with a name. */
function tierOf(terms: Readonly<Record<string, unknown>>): string | null {
  const tier = terms['tier'];
  if (typeof tier === 'string') return tier;
  const name = typeof tier === 'object' && tier !== null ? (tier as { name?: unknown }).name : null;
  return typeof name === 'string' ? name : null;
}

const bookedOf = (
  { inputs }: Assessment,
  booked: readonly CommissionDocument[],
): View['commission']['commissions'] =>
  booked.map(({ affiliateId, amountMinor, currency, terms, status, attributionChangeId }) => {
    const isNamed = (inputs?.order.namedCommissionMinor ?? null) !== null;
    return {
      affiliate_id: affiliateId,
      amount: toWireNumber(amountMinor, currency),
      currency,
      commission_type: isNamed ? ('named_by_the_shop' as const) : terms.type,
      commission_rate: isNamed ? null : terms.value,
      tier: tierOf(terms),
      status,
      attribution_change_id: attributionChangeId ?? null,
    };
  });

/** The tracked order, as far as the assessment contains it. */
const orderOf = ({ inputs, convertedAt }: Assessment) => ({
  order_id: inputs?.order.orderId ?? null,
  order_value:
    inputs === null ? null : toWireNumber(inputs.order.valueMinor, inputs.order.currency),
  currency: inputs?.order.currency ?? null,
  source: inputs?.order.source ?? null,
  unpayable_reason: unpayableReasonOf(inputs?.order.unpayableReason),
  converted_at: inputs === null ? null : convertedAt.toISOString(),
});

/** What happened to a conversion since its assessment. */
interface Outcome {
  readonly booked: readonly CommissionDocument[];
  /** In minor units; undefined when the conversion was rejected or reversed. */
  readonly refundedMinor: number | undefined;
}

/** Why a conversion got its score, its credit and its commissions. */
export function toExplanation(assessment: Assessment, { booked, refundedMinor }: Outcome): View {
  const { conversionId, campaignId } = assessment;
  return {
    conversion_id: conversionId,
    campaign_id: campaignId,
    ...orderOf(assessment),
    assessed_at: assessment.assessedAt,
    fraud: fraudOf(assessment),
    attribution: attributionOf(assessment),
    commission: {
      commissions:
        booked.length > 0 ? bookedOf(assessment, booked) : expectedOf(assessment, refundedMinor),
      rounding: ROUNDING,
    },
  };
}
