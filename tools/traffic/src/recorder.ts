import {
  type AdjustedConversion,
  type CampaignSnapshot,
  type ClickRow,
  type ConversionSnapshot,
  mailboxOf,
} from '@tributary/contracts';
import { SECOND_MS, DAY_SECONDS } from '@tributary/units';
import { type AnyAttackName } from './names.ts';
import { type Person } from './people.ts';
import { type Random } from './random.ts';

/** What made the click, as the browser reports it. */
export type Manner = 'page' | 'image' | 'frame' | 'silent';

const FETCHED: Readonly<Record<Manner, ClickRow['fetchMetadata']>> = {
  page: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' },
  image: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  frame: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  silent: {},
};

/** What is special about an order. */
export interface OrderTraits {
  readonly attack?: AnyAttackName;
  /** The honest segment that the customer belongs to. */
  readonly segment?: string;
  /** Before the order, seconds. */
  readonly cartOpenedS?: number;
  readonly type?: ConversionSnapshot['type'];
  /** Where the browser that orders differs from the one that clicked. */
  readonly buyer?: Partial<Person>;
  /** Probability that it is taken back. */
  readonly refunded?: number;
  /** Probability that the owner of the card contests it, which takes longer. */
  readonly chargedBack?: number;
  /** The typical value, minor units. */
  readonly typicalMinor?: number;
}

const TYPICAL_MINOR = 6_000;
const CHARGEBACK_DAYS = { from: 5, to: 30 } as const;

export interface Refund {
  readonly at: Date;
  readonly conversion: AdjustedConversion;
}

/** What a world's events have in common. */
interface World {
  readonly start: Date;
  readonly end: Date;
  /** Until when refunds are known; by default until the end. */
  readonly refundsUntil?: Date;
  readonly hashEmail: (text: string) => string;
}

interface ClickTraits {
  readonly manner?: Manner;
  readonly validity?: ClickRow['validity'];
}

const clickOf = (
  random: Random,
  { campaignId, brandId }: CampaignSnapshot,
  click: { affiliateId: string; linkId: string; person: Person; at: number; traits: ClickTraits },
): ClickRow => {
  const { affiliateId, linkId, person, at, traits } = click;
  const { manner = person.describes ? 'page' : 'silent', validity = 'valid' } = traits;
  return {
    clickId: random.id(),
    occurredAt: new Date(at).toISOString(),
    linkId,
    trackingCode: linkId.slice(-12),
    campaignId,
    brandId,
    affiliateId,
    visitorId: person.visitorId,
    ip: person.ip,
    userAgent: person.userAgent,
    referrer: random.chance(0.85) ? 'https://pages.example/' : null,
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    subIds: {},
    device: 'unknown',
    browser: null,
    os: null,
    country: person.country,
    region: null,
    city: null,
    isBot: validity === 'bot',
    isUnique: validity === 'valid',
    validity,
    fetchMetadata: FETCHED[manner],
  };
};

/** What shop and browser report about an order, as intake takes it. */
const evidenceOf = (
  { hashEmail }: World,
  led: ClickRow,
  buyer: Person,
  cartOpenedAt: string | null,
): ConversionSnapshot['evidence'] => ({
  visitorId: led.visitorId,
  clickCountry: led.country,
  buyerIp: buyer.ip,
  buyerUserAgent: buyer.userAgent,
  buyerCountry: buyer.country,
  mailboxHash: hashEmail(mailboxOf(buyer.email)),
  isDisposableEmail: buyer.isDisposable,
  cartOpenedAt,
});

/** As tracking records it: a bot's click credits no affiliate. */
const orderOf = (
  random: Random,
  { campaign, world }: { campaign: CampaignSnapshot; world: World },
  order: { led: ClickRow; buyer: Person; at: number; traits: OrderTraits },
): ConversionSnapshot => {
  const { led, buyer, at, traits } = order;
  const conversionId = random.id();
  const moment = new Date(at).toISOString();
  const opened = traits.cartOpenedS;
  const openedAt = opened === undefined ? null : new Date(at - opened * SECOND_MS).toISOString();
  return {
    conversionId,
    brandId: campaign.brandId,
    campaignId: campaign.campaignId,
    affiliateId: led.validity === 'bot' ? null : led.affiliateId,
    clickId: led.clickId,
    linkId: led.linkId,
    orderId: `order-${conversionId}`,
    transactionId: null,
    source: 'direct',
    type: traits.type ?? 'sale',
    status: 'pending',
    valueMinor: Math.round(random.about(traits.typicalMinor ?? TYPICAL_MINOR, 0.7)),
    refundedMinor: 0,
    currency: 'EUR',
    terms: campaign.commission,
    namedCommissionMinor: null,
    products: [],
    customerId: null,
    customerEmailHash: world.hashEmail(buyer.email),
    isNewCustomer: null,
    ip: led.ip,
    userAgent: led.userAgent,
    clickedAt: led.occurredAt,
    convertedAt: moment,
    createdAt: moment,
    evidence: evidenceOf(world, led, buyer, openedAt),
  };
};

/** The whole order taken back. */
const refundOf = (
  random: Random,
  conversion: ConversionSnapshot,
  { at, by }: { at: number; by: 'refund' | 'chargeback' },
): Refund => {
  const { valueMinor } = conversion;
  const taken = { adjustmentType: by, adjustmentMinor: valueMinor } as const;
  const reversed = { ...conversion, status: 'reversed', refundedMinor: valueMinor } as const;
  return {
    at: new Date(at),
    conversion: { ...reversed, ...taken, adjustmentId: random.id(), refundId: null },
  };
};

/** A world's events and, apart from them, what they truly are. */
export function openRecorder(random: Random, campaign: CampaignSnapshot, world: World) {
  const clicks: ClickRow[] = [];
  const conversions: ConversionSnapshot[] = [];
  const refunds: Refund[] = [];
  const attacks = new Map<string, AnyAttackName>();
  const segments = new Map<string, string>();
  const refundsUntil = (world.refundsUntil ?? world.end).getTime();
  const linkIds = new Map<string, string>();
  const linkOf = (affiliateId: string): string => {
    const linkId = linkIds.get(affiliateId) ?? random.id();
    linkIds.set(affiliateId, linkId);
    return linkId;
  };

  const click = (
    affiliateId: string,
    person: Person,
    at: number,
    traits: ClickTraits = {},
  ): ClickRow => {
    const linkId = linkOf(affiliateId);
    const row = clickOf(random, campaign, { affiliateId, linkId, person, at, traits });
    clicks.push(row);
    return row;
  };

  const takeBack = (order: ConversionSnapshot, at: number, traits: OrderTraits): void => {
    const refundedAt = at + random.between(3, 14) * DAY_SECONDS * SECOND_MS;
    const isRefunded = random.chance(traits.refunded ?? 0.03);
    if (isRefunded && refundedAt < refundsUntil) {
      refunds.push(refundOf(random, order, { at: refundedAt, by: 'refund' }));
    }
    if (isRefunded || traits.chargedBack === undefined) return;
    const { from, to } = CHARGEBACK_DAYS;
    const contestedAt = at + random.between(from, to) * DAY_SECONDS * SECOND_MS;
    if (random.chance(traits.chargedBack) && contestedAt < refundsUntil) {
      refunds.push(refundOf(random, order, { at: contestedAt, by: 'chargeback' }));
    }
  };

  const order = (led: ClickRow, person: Person, at: number, traits: OrderTraits = {}): void => {
    if (at < world.start.getTime() || at >= world.end.getTime()) return;
    const buyer = { ...person, ...traits.buyer };
    const conversion = orderOf(random, { campaign, world }, { led, buyer, at, traits });
    conversions.push(conversion);
    if (traits.attack !== undefined) attacks.set(conversion.conversionId, traits.attack);
    if (traits.segment !== undefined) segments.set(conversion.conversionId, traits.segment);
    takeBack(conversion, at, traits);
  };

  return { click, order, clicks, conversions, refunds, attacks, segments };
}
export type Recorder = ReturnType<typeof openRecorder>;
