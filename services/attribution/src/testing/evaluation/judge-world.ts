import { type ConversionSnapshot, type FraudFactor } from '@tributary/contracts';
import { type AnyAttackName } from '@tributary/traffic';
import { DAY_MS } from '@tributary/units';
import { decideAssessment } from '../../domain/assessment.ts';
import { caseEvidenceOf } from '../../domain/affiliate-case.ts';
import { isSuspicious, SUSPICIOUS_FROM } from '../../domain/fraud-analysis.ts';
import { orderFactOf } from '../../domain/order-fact.ts';
import { scoreAgain } from '../../domain/second-verdict.ts';
import { type AnyTraffic, openWorldEvidence } from './world-evidence.ts';

/** Ordinary worlds name no hold. */
const HOLD_DAYS = 21;
/** A commission is a tenth of the order's value. */
const COMMISSION_SHARE = 0.1;

/** The verdicts on an order beside the truth. */
export interface JudgedOrder {
  /** Null for honest orders. */
  readonly attack: AnyAttackName | null;
  /** The honest segment that the customer belongs to; null for ordinary customers. */
  readonly segment: string | null;
  /** Whether the order is honest and of an affiliate whom a crew harms. */
  readonly isVictims: boolean;
  /** Days since the start of the world. */
  readonly day: number;
  readonly commissionMinor: number;
  /** When the order arrived. */
  readonly firstScore: number;
  /** Before the payout. */
  readonly lastScore: number;
  /** Whether the order was refunded before the payout, so that nothing is paid. */
  readonly isRefunded: boolean;
  /** Of the last score. */
  readonly factors: readonly FraudFactor[];
  /** Of the first score. */
  readonly firstFactors: readonly FraudFactor[];
}

export interface JudgedWorld {
  readonly orders: readonly JudgedOrder[];
  readonly honestAffiliates: number;
  /** Honest affiliates whose orders are suspicious on average before their payout. */
  readonly accused: number;
  /** Honest affiliates against whom their traffic opens a case. */
  readonly honestCases: number;
  /** Accounts of crews. */
  readonly crewAccounts: number;
  readonly crewCases: number;
}

const isAccused = (orders: readonly JudgedOrder[]): boolean => {
  const sum = orders.reduce((total, { lastScore }) => total + lastScore, 0);
  return isSuspicious({ conversions: orders.length, averageScore: sum / orders.length });
};

/** As the service opens cases: by an order after the first few. */
const hasCase = (orders: readonly JudgedOrder[]): boolean =>
  orders
    .toSorted((a, b) => a.day - b.day)
    .slice(SUSPICIOUS_FROM - 1)
    .some(({ factors }) => caseEvidenceOf(factors).length > 0);

/** What the verdicts say of affiliates. */
function affiliatesOf(
  { world, truth }: AnyTraffic,
  judged: ReadonlyMap<string, JudgedOrder>,
): Omit<JudgedWorld, 'orders'> {
  const byAffiliate = Map.groupBy(world.conversions, ({ affiliateId }) => affiliateId);
  const ordersOf = ({ userId }: { userId: string }): JudgedOrder[] =>
    (byAffiliate.get(userId) ?? []).flatMap(({ conversionId }) => judged.get(conversionId) ?? []);
  const isHonest = ({ userId }: { userId: string }) => truth.honestAffiliates.has(userId);
  const honest = world.users.filter(isHonest).map(ordersOf);
  const crews = world.users.filter((user) => !isHonest(user)).map(ordersOf);
  return {
    honestAffiliates: honest.length,
    accused: honest.filter(isAccused).length,
    honestCases: honest.filter(hasCase).length,
    crewAccounts: crews.length,
    crewCases: crews.filter(hasCase).length,
  };
}

/** What is true of a world's order. */
function truthOf({ truth }: AnyTraffic, { conversionId, affiliateId }: ConversionSnapshot) {
  const attack = truth.attacks.get(conversionId) ?? null;
  if (!('victims' in truth)) return { attack, segment: null, isVictims: false };
  const isVictims = attack === null && truth.victims.has(affiliateId ?? '');
  return { attack, segment: truth.segments.get(conversionId) ?? null, isVictims };
}

/** Scores a world's orders in memory, by the rules that the service scores with. */
export function judgeWorld(traffic: AnyTraffic, start: Date): JudgedWorld {
  const { world } = traffic;
  const { contextOf, laterOf } = openWorldEvidence(traffic);
  const holdMs = ('holdDays' in world ? world.holdDays : HOLD_DAYS) * DAY_MS;
  const refundedAt = new Map(
    world.refunds.map(({ conversion, at }) => [conversion.conversionId, at.getTime()]),
  );
  const judged = new Map<string, JudgedOrder>();
  for (const conversion of world.conversions) {
    const { conversionId, valueMinor } = conversion;
    const made = { assessmentId: conversionId, now: new Date(conversion.createdAt) };
    const context = contextOf(conversion);
    const { assessment } = decideAssessment(conversion, context, made);
    const placed = Date.parse(conversion.convertedAt);
    const paidFrom = new Date(placed + holdMs);
    const again = scoreAgain(
      assessment.factors,
      laterOf(orderFactOf(conversion), paidFrom, context),
    );
    judged.set(conversionId, {
      ...truthOf(traffic, conversion),
      day: (placed - start.getTime()) / DAY_MS,
      commissionMinor: Math.round(valueMinor * COMMISSION_SHARE),
      firstScore: assessment.fraudScore,
      lastScore: again.fraudScore,
      isRefunded: (refundedAt.get(conversionId) ?? Infinity) < placed + holdMs,
      factors: again.factors,
      firstFactors: assessment.factors,
    });
  }
  return { orders: [...judged.values()], ...affiliatesOf(traffic, judged) };
}
