import { type ConversionSnapshot } from '@tributary/contracts';
import {
  affiliateSignals,
  type AffiliateTraffic,
  type RefundHistory,
} from './affiliate-signals.ts';
import { checkoutInjection, noNavigation } from './click-signals.ts';
import { ramp, type Signal } from './fraud-score.ts';
import { factOf, isBefore, isWithin, type OrderFact } from './order-fact.ts';
import { type Journey } from './touch.ts';

/** What the scorer is told besides the conversion itself. */
export interface Evidence {
  /** Orders around this one, in any order; later ones, and this one, may be among them. */
  readonly ofCustomer: readonly OrderFact[];
  readonly fromAddress: readonly OrderFact[];
  /** Whether the agent is a declared bot; null where there is no agent. */
  readonly isBotAgent: boolean | null;
  /** Whether the address is one of the public internet, which alone tells visitors apart. */
  readonly isPublicAddress: boolean;
  /** The campaign's window when the order came, days. */
  readonly lookbackWindowDays: number;
  /** The affiliate's orders that brands decided in the 90 days before the conversion's day. */
  readonly history: { readonly reviewed: number; readonly rejected: number };
  readonly refunds: RefundHistory;
  /** Null where it is not counted. */
  readonly traffic: AffiliateTraffic | null;
  readonly journey: Journey;
  /** Whether the click opened a page; null where that is not known. */
  readonly navigated: boolean | null;
}

/** Changes with any weight, ramp or window below. */
export const WEIGHTS_VERSION = 'fraud.2';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 86_400 * SECOND_MS;

/** Clocks of shop and tracker may differ by this much without meaning anything. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const TOO_FAST = { weight: 0.4, slowS: 15, fastS: 8 } as const;
const EMAIL_VELOCITY = { weight: 0.35, from: 2, to: 5, windowMs: 30 * DAY_MS } as const;
const IP_VELOCITY = { weight: 0.45, from: 2, to: 8, windowMs: DAY_MS } as const;
const ORDER_BURST = { weight: 0.6, from: 1, to: 2, windowMs: 15 * MINUTE_MS } as const;
const HISTORY = { weight: 0.45, from: 0.2, to: 0.5, usual: 0.05, pseudoCount: 10 } as const;
const BOT_WEIGHT = 0.9;
const OUTSIDE_WINDOW_WEIGHT = 0.6;
const SELF_REFERRAL_WEIGHT = 0.95;

/** The longest that a factor looks back or, for orders reported out of order, ahead, ms. */
export const LONGEST_WINDOW_MS = EMAIL_VELOCITY.windowMs;
export const ADDRESS_WINDOW_MS = IP_VELOCITY.windowMs;

const orders = (count: number): string =>
  count === 1 ? '1 earlier order' : `${count} earlier orders`;

function botAgent({ userAgent }: ConversionSnapshot, isBotAgent: boolean | null): Signal {
  const base = { factor: 'bot_ua', weight: BOT_WEIGHT };
  if (userAgent === null) {
    return { ...base, value: null, evidence: 'Not available: the order has no click' };
  }
  if (userAgent.trim() === '') {
    return { ...base, value: 1, evidence: 'The click came without a user agent' };
  }
  return isBotAgent === true
    ? { ...base, value: 1, evidence: 'The click’s user agent is that of a bot or script' }
    : { ...base, value: 0, evidence: 'The click’s user agent is not a known bot’s' };
}

/** Seconds between click and order. Never flags alone: a returning customer can be as quick. */
function tooFast({ clickedAt, convertedAt }: ConversionSnapshot): Signal {
  const base = { factor: 'too_fast', weight: TOO_FAST.weight };
  if (clickedAt === null) {
    return { ...base, value: null, evidence: 'Not available: the order has no click' };
  }
  const elapsedMs = new Date(convertedAt).getTime() - new Date(clickedAt).getTime();
  if (elapsedMs < -CLOCK_SKEW_MS) {
    const evidence = 'Not available: the shop dates the order before the click';
    return { ...base, value: null, evidence };
  }
  // Clocks of shop and tracker differ a little.
  const elapsedS = Math.max(0, elapsedMs) / SECOND_MS;
  const value = ramp(elapsedS, TOO_FAST.slowS, TOO_FAST.fastS);
  return { ...base, value, evidence: `The order came ${Math.floor(elapsedS)} s after the click` };
}

function emailVelocity(
  conversion: ConversionSnapshot,
  fact: OrderFact,
  earlier: readonly OrderFact[],
): Signal {
  const base = { factor: 'email_velocity', weight: EMAIL_VELOCITY.weight };
  if (conversion.customerEmailHash === null) {
    return { ...base, value: null, evidence: 'Not available: the order names no e-mail address' };
  }
  const count = earlier.filter(
    (other) => other.customer === fact.customer && isWithin(other, fact, EMAIL_VELOCITY.windowMs),
  ).length;
  const value = ramp(count, EMAIL_VELOCITY.from, EMAIL_VELOCITY.to);
  return { ...base, value, evidence: `${orders(count)} with this e-mail address within 30 days` };
}

/** Other customers' orders from the address. Never flags alone: offices and families share one. */
function ipVelocity(fact: OrderFact, earlier: readonly OrderFact[], isPublic: boolean): Signal {
  const base = { factor: 'ip_velocity', weight: IP_VELOCITY.weight };
  if (fact.ip === null) {
    return { ...base, value: null, evidence: 'Not available: the address is not known' };
  }
  if (!isPublic) {
    const evidence = 'Not available: the address is a private network’s, which many visitors share';
    return { ...base, value: null, evidence };
  }
  const fromAddress = earlier.filter(
    (other) =>
      other.ip === fact.ip &&
      other.affiliateId === fact.affiliateId &&
      (other.customer === null || other.customer !== fact.customer) &&
      isWithin(other, fact, IP_VELOCITY.windowMs),
  );
  // Orders that name nobody count one each.
  const count = new Set(fromAddress.map((other) => other.customer ?? other.conversionId)).size;
  const value = ramp(count, IP_VELOCITY.from, IP_VELOCITY.to);
  const evidence = `${count} other customers of this affiliate from the same address within a day`;
  return { ...base, value, evidence };
}

/** One customer's orders in a row. Two happen (something was forgotten); the third is flagged. */
function orderBurst(fact: OrderFact, earlier: readonly OrderFact[]): Signal {
  const base = { factor: 'order_burst', weight: ORDER_BURST.weight };
  if (fact.customer === null) {
    return { ...base, value: null, evidence: 'Not available: the order names no customer' };
  }
  const count = earlier.filter(
    (other) =>
      other.customer === fact.customer &&
      (other.ip === fact.ip || other.ip === null || fact.ip === null) &&
      isWithin(other, fact, ORDER_BURST.windowMs),
  ).length;
  const value = ramp(count, ORDER_BURST.from, ORDER_BURST.to);
  const evidence = `${orders(count)} of this customer from the same address within 15 minutes`;
  return { ...base, value, evidence };
}

/**
 * A click that is too old to earn, or from the future: tracking credits nobody, and a person should look
 * at it. A click that earns nothing for another reason (a bot's, say) is not this factor's matter.
 */
function outsideWindow(
  { clickId, clickedAt, affiliateId, convertedAt }: ConversionSnapshot,
  windowDays: number,
): Signal {
  const base = { factor: 'outside_window', weight: OUTSIDE_WINDOW_WEIGHT };
  if (clickId === null || clickedAt === null) {
    return { ...base, value: null, evidence: 'Not available: the order has no click' };
  }
  const ageMs = new Date(convertedAt).getTime() - new Date(clickedAt).getTime();
  if (affiliateId === null && ageMs < -CLOCK_SKEW_MS) {
    const minutes = Math.floor(-ageMs / MINUTE_MS);
    return { ...base, value: 1, evidence: `The click came ${minutes} minutes after the order` };
  }
  if (affiliateId === null && ageMs > windowDays * DAY_MS) {
    const days = Math.floor(ageMs / DAY_MS);
    const evidence = `The click, ${days} days before the order, lies outside the attribution window of ${windowDays} days`;
    return { ...base, value: 1, evidence };
  }
  const evidence = `The click lies within the attribution window of ${windowDays} days`;
  return { ...base, value: 0, evidence };
}

const selfReferral: Signal = {
  factor: 'self_referral',
  weight: SELF_REFERRAL_WEIGHT,
  value: null,
  evidence: 'Not available: the affiliate’s own addresses are not known here',
};

/** The share of rejected orders, drawn towards the usual one while there are few. */
function affiliateHistory(
  { affiliateId }: ConversionSnapshot,
  { reviewed, rejected }: Evidence['history'],
): Signal {
  const base = { factor: 'affiliate_history', weight: HISTORY.weight };
  if (affiliateId === null || reviewed === 0) {
    return { ...base, value: null, evidence: 'Not available: no decided orders of the affiliate' };
  }
  const pseudo = HISTORY.pseudoCount;
  const share = (rejected + HISTORY.usual * pseudo) / (reviewed + pseudo);
  const value = ramp(share, HISTORY.from, HISTORY.to);
  const evidence = `${rejected} of the affiliate’s ${reviewed} decided orders of the last 90 days were rejected`;
  return { ...base, value, evidence };
}

/**
 * Every factor of the score on one conversion. Only orders reported before it count, and no clock but
 * the conversion's own times, so that the result is the same whenever and however it is asked for.
 */
export function signalsOf(conversion: ConversionSnapshot, evidence: Evidence): Signal[] {
  const fact = factOf(conversion);
  const ofCustomer = evidence.ofCustomer.filter((other) => isBefore(other, fact));
  const fromAddress = evidence.fromAddress.filter((other) => isBefore(other, fact));
  return [
    botAgent(conversion, evidence.isBotAgent),
    tooFast(conversion),
    emailVelocity(conversion, fact, ofCustomer),
    ipVelocity(fact, fromAddress, evidence.isPublicAddress),
    orderBurst(fact, ofCustomer),
    outsideWindow(conversion, evidence.lookbackWindowDays),
    selfReferral,
    affiliateHistory(conversion, evidence.history),
    checkoutInjection(conversion, evidence.journey),
    noNavigation(evidence.navigated),
    ...affiliateSignals(evidence.traffic, evidence.refunds),
  ];
}
