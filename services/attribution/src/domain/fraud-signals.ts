import { type ConversionSnapshot } from '@tributary/contracts';
import { SECOND_MS, MINUTE_MS, DAY_MS } from '@tributary/units';
import { type AffiliateEvidence, affiliateSignals } from './affiliate-signals.ts';
import { checkoutInjection, noNavigation } from './click-signals.ts';
import { type Finding, ramped, type Signal, weighted } from './fraud-score.ts';
import { defaultWeights, type FraudWeights } from './fraud-weights.ts';
import {
  DEVICE_WINDOW_MS,
  deviceMismatch,
  deviceVelocity,
  disposableEmail,
  geoMismatch,
  type IdentityEvidence,
  listedAddresses,
  selfReferral,
} from './identity-signals.ts';
import { factOf, isBefore, isWithin, type OrderFact } from './order-fact.ts';
import { type Journey } from './touch.ts';

/** What the scorer is told besides the conversion itself. */
export interface Evidence extends IdentityEvidence, AffiliateEvidence {
  /** Orders around this one, in any order; later ones, and this one, may be among them. */
  readonly ofCustomer: readonly OrderFact[];
  readonly fromAddress: readonly OrderFact[];
  /** Whether the agent is a declared bot; null where there is no agent. */
  readonly isBotAgent: boolean | null;
  /** Whether an address is one of the public internet, which alone tells visitors apart. */
  readonly isPublicAddress: (ip: string | null) => boolean;
  /** The campaign's window when the order came, days. */
  readonly lookbackWindowDays: number;
  /** The affiliate's orders that brands decided in the 90 days before the conversion's day. */
  readonly history: { readonly reviewed: number; readonly rejected: number };
  readonly journey: Journey;
  /** Whether the click opened a page; null where that is not known. */
  readonly navigated: boolean | null;
}

/** Clocks of shop and tracker may differ by this much without meaning anything. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;
const EMAIL_WINDOW_MS = 30 * DAY_MS;
const IP_WINDOW_MS = 7 * DAY_MS;
const BURST_WINDOW_MS = 15 * MINUTE_MS;
const HISTORY = { usual: 0.05, pseudoCount: 10 } as const;

/** The longest that a factor looks back or, for orders reported out of order, ahead, ms. */
export const LONGEST_WINDOW_MS = Math.max(EMAIL_WINDOW_MS, DEVICE_WINDOW_MS);
/** Lookalikes count for as long as cookies do; the address alone for a day. */
export const ADDRESS_WINDOW_MS = DEVICE_WINDOW_MS;

/** Orders reported before the one in question. */
interface Among {
  readonly earlier: readonly OrderFact[];
  readonly weights: FraudWeights;
}

const orders = (count: number): string =>
  count === 1 ? '1 earlier order' : `${count} earlier orders`;

function botAgent({ userAgent }: ConversionSnapshot, isBotAgent: boolean | null): Finding {
  const base = { factor: 'bot_ua' as const };
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
function tooFast({ clickedAt, convertedAt }: ConversionSnapshot, weights: FraudWeights): Finding {
  const base = { factor: 'too_fast' as const };
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
  const value = ramped(elapsedS, weights.too_fast.thresholds.seconds);
  return { ...base, value, evidence: `The order came ${Math.floor(elapsedS)} s after the click` };
}

function emailVelocity(
  conversion: ConversionSnapshot,
  fact: OrderFact,
  { earlier, weights }: Among,
): Finding {
  const base = { factor: 'email_velocity' as const };
  if (conversion.customerEmailHash === null) {
    return { ...base, value: null, evidence: 'Not available: the order names no e-mail address' };
  }
  const count = earlier.filter(
    (other) => other.customer === fact.customer && isWithin(other, fact, EMAIL_WINDOW_MS),
  ).length;
  const value = ramped(count, weights.email_velocity.thresholds.orders);
  return { ...base, value, evidence: `${orders(count)} with this e-mail address within 30 days` };
}

/** Other customers' orders from the address. Never flags alone: offices and families share one. */
function ipVelocity(fact: OrderFact, { earlier, weights }: Among, isPublic: boolean): Finding {
  const base = { factor: 'ip_velocity' as const };
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
      isWithin(other, fact, IP_WINDOW_MS),
  );
  // Orders that name nobody count one each.
  const count = new Set(fromAddress.map((other) => other.customer ?? other.conversionId)).size;
  const value = ramped(count, weights.ip_velocity.thresholds.customers);
  const evidence = `${count} other customers of this affiliate from the same address within 7 days`;
  return { ...base, value, evidence };
}

/** One customer's orders in a row. Two happen (something was forgotten); the third is flagged. */
function orderBurst(fact: OrderFact, { earlier, weights }: Among): Finding {
  const base = { factor: 'order_burst' as const };
  if (fact.customer === null) {
    return { ...base, value: null, evidence: 'Not available: the order names no customer' };
  }
  const count = earlier.filter(
    (other) =>
      other.customer === fact.customer &&
      (other.ip === fact.ip || other.ip === null || fact.ip === null) &&
      isWithin(other, fact, BURST_WINDOW_MS),
  ).length;
  const value = ramped(count, weights.order_burst.thresholds.orders);
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
): Finding {
  const base = { factor: 'outside_window' as const };
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

/** The share of rejected orders, drawn towards the usual one while there are few. */
function affiliateHistory(
  { affiliateId }: ConversionSnapshot,
  { reviewed, rejected }: Evidence['history'],
  weights: FraudWeights,
): Finding {
  const base = { factor: 'affiliate_history' as const };
  if (affiliateId === null || reviewed === 0) {
    return { ...base, value: null, evidence: 'Not available: no decided orders of the affiliate' };
  }
  const pseudo = HISTORY.pseudoCount;
  const share = (rejected + HISTORY.usual * pseudo) / (reviewed + pseudo);
  const value = ramped(share, weights.affiliate_history.thresholds.share);
  const evidence = `${rejected} of the affiliate’s ${reviewed} decided orders of the last 90 days were rejected`;
  return { ...base, value, evidence };
}

/**
 * Every factor of the score on one conversion. Only orders reported before it count, and no clock but
 * the conversion's own times, so that the result is the same whenever and however it is asked for.
 */
export function signalsOf(
  conversion: ConversionSnapshot,
  evidence: Evidence,
  weights: FraudWeights = defaultWeights,
): Signal[] {
  const fact = factOf(conversion);
  const before = (facts: readonly OrderFact[]) => facts.filter((other) => isBefore(other, fact));
  const ofCustomer = { earlier: before(evidence.ofCustomer), weights };
  const fromAddress = { earlier: before(evidence.fromAddress), weights };
  const onDevice = { ofDevice: before(evidence.ofDevice), fromAddress: fromAddress.earlier };
  const { looksAtDevices, isPublicAddress } = evidence;
  const findings: Finding[] = [
    botAgent(conversion, evidence.isBotAgent),
    tooFast(conversion, weights),
    emailVelocity(conversion, fact, ofCustomer),
    ipVelocity(fact, fromAddress, isPublicAddress(fact.ip)),
    orderBurst(fact, ofCustomer),
    outsideWindow(conversion, evidence.lookbackWindowDays),
    affiliateHistory(conversion, evidence.history, weights),
    selfReferral(conversion, evidence.affiliate, isPublicAddress),
    ...listedAddresses(evidence.networks),
    disposableEmail(conversion.evidence),
    geoMismatch(conversion.evidence),
    deviceMismatch(evidence),
    deviceVelocity(fact, onDevice, { looksAtDevices, weights }),
    checkoutInjection(conversion, evidence.journey, weights),
    noNavigation(evidence.navigated),
    ...affiliateSignals(evidence, weights),
  ];
  return weighted(findings, weights);
}
