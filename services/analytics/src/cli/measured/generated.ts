import { type ClickRow } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import {
  type ClickDoc,
  type CommissionFactDoc,
  type ConversionFactDoc,
} from '../../store/collections.ts';

export interface Size {
  readonly clicks: number;
  readonly conversions: number;
  readonly affiliates: number;
  readonly linksEach: number;
  readonly days: number;
}

export interface Link {
  readonly linkId: string;
  readonly trackingCode: string;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
}

const CAMPAIGNS = 10;
const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'IT', 'ES', 'PL', 'NL', 'SE', 'BR', 'IN', 'JP', null];
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', null];
const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
const SOURCES = ['news', 'blog', 'mail', null];
const VALIDITIES = ['valid', 'valid', 'valid', 'duplicate', 'bot'] as const;
const STATUSES = ['approved', 'approved', 'pending', 'rejected'] as const;

/** A small generator of its own (mulberry32), so that every run is the same. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = seeded(1);
const pick = <Value>(among: readonly Value[]): Value =>
  among[Math.floor(random() * among.length)] as Value;
/** Some are followed much more often than others. */
export const pickSkewed = <Value>(among: readonly Value[]): Value =>
  among[Math.floor(random() ** 2 * among.length)] as Value;

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');

/** The same in every run, so that a database that was kept is known again. */
const sameId = (): string => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;

export function linksOf({ affiliates, linksEach }: Size): Link[] {
  const campaigns = Array.from({ length: CAMPAIGNS }, () => ({
    campaignId: sameId(),
    brandId: sameId(),
  }));
  return Array.from({ length: affiliates }, sameId).flatMap((affiliateId) =>
    Array.from({ length: linksEach }, (_, index) => ({
      linkId: sameId(),
      trackingCode: Math.floor(random() * 1e12).toString(36),
      affiliateId,
      ...(campaigns[index % CAMPAIGNS] ?? { campaignId: '', brandId: '' }),
    })),
  );
}

/** A click of a moment, as tracking tells it. */
export function aClickOf(link: Link, at: Date): ClickRow {
  const validity = pick(VALIDITIES);
  return {
    ...link,
    clickId: newId(),
    occurredAt: at.toISOString(),
    visitorId: 'visitor',
    ip: '203.0.113.1',
    userAgent: 'Mozilla/5.0',
    referrer: null,
    utm: {
      source: pick(SOURCES),
      medium: null,
      campaign: pick(SOURCES),
      term: null,
      content: null,
    },
    subIds: {},
    device: pick(DEVICES),
    browser: pick(BROWSERS),
    os: null,
    country: pickSkewed(COUNTRIES),
    region: null,
    city: null,
    isBot: validity === 'bot',
    isUnique: validity === 'valid',
    validity,
    fetchMetadata: {},
  };
}

export function docOf({
  clickId,
  occurredAt,
  ip: _ip,
  userAgent: _agent,
  ...row
}: ClickRow): ClickDoc {
  return { ...row, _id: clickId, occurredAt: new Date(occurredAt) };
}

interface Order {
  readonly conversion: ConversionFactDoc;
  readonly commission: CommissionFactDoc;
}

export function anOrderOf(link: Link, at: Date): Order {
  const { occurredAt: convertedAt, utm, country, device, browser } = docOf(aClickOf(link, at));
  const { trackingCode: _code, ...owner } = link;
  const traits = { utm, country, device, browser };
  const common = { ...owner, ...traits, clickId: null, currency: 'USD', convertedAt };
  const valueMinor = 500 + Math.floor(random() * 20_000);
  const status = pick(STATUSES);
  const earned = status === 'rejected' ? ('cancelled' as const) : ('approved' as const);
  return {
    conversion: { ...common, _id: newId(), status, valueMinor, refundedMinor: 0 },
    commission: {
      ...common,
      _id: newId(),
      status: earned,
      amountMinor: Math.round(valueMinor / 10),
    },
  };
}

export const moments = (day: Date, count: number): Date[] =>
  Array.from({ length: count }, () => new Date(day.getTime() + Math.floor(random() * DAY_MS)));
