import { type ClickRow } from '@tributary/contracts';
import { newId } from '@tributary/service';
import {
  changeOf,
  clickRollups,
  commissionRollups,
  conversionRollups,
  type Rollup,
} from '../../domain/rollup.ts';
import {
  type ClickDoc,
  type Collections,
  type CommissionFactDoc,
  type ConversionFactDoc,
  type RollupDoc,
} from '../../store/collections.ts';

export interface Size {
  readonly clicks: number;
  readonly conversions: number;
  readonly affiliates: number;
  readonly linksEach: number;
  readonly days: number;
}

/** What MongoDB says of itself. */
export interface ServerStatus {
  readonly extra_info: { readonly user_time_us: unknown; readonly system_time_us: unknown };
}

interface Link {
  readonly linkId: string;
  readonly trackingCode: string;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
}

const DAY_MS = 86_400_000;
const PIECE = 5_000;
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
const pickSkewed = <Value>(among: readonly Value[]): Value =>
  among[Math.floor(random() ** 2 * among.length)] as Value;

function linksOf({ affiliates, linksEach }: Size): Link[] {
  const campaigns = Array.from({ length: CAMPAIGNS }, () => ({
    campaignId: newId(),
    brandId: newId(),
  }));
  return Array.from({ length: affiliates }, newId).flatMap((affiliateId) =>
    Array.from({ length: linksEach }, (_, index) => ({
      linkId: newId(),
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

function docOf({ clickId, occurredAt, ip: _ip, userAgent: _agent, ...row }: ClickRow): ClickDoc {
  return { ...row, _id: clickId, occurredAt: new Date(occurredAt) };
}

interface Order {
  readonly conversion: ConversionFactDoc;
  readonly commission: CommissionFactDoc;
}

function anOrderOf(link: Link, at: Date): Order {
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

const rowOf = ({ id: _id, figures, ...about }: Rollup): RollupDoc => ({
  _id,
  ...about,
  ...figures,
});

type Collection<Doc> = { insertMany(docs: Doc[], options: { ordered: false }): Promise<unknown> };

async function insertAll<Doc>(collection: Collection<Doc>, docs: readonly Doc[]): Promise<void> {
  for (let at = 0; at < docs.length; at += PIECE) {
    await collection.insertMany(docs.slice(at, at + PIECE), { ordered: false });
  }
}

const moments = (day: Date, count: number): Date[] =>
  Array.from({ length: count }, () => new Date(day.getTime() + Math.floor(random() * DAY_MS)));

async function fillNames(
  collections: Collections,
  links: readonly Link[],
  updatedAt: Date,
): Promise<void> {
  const names = links.map(({ linkId: _id, trackingCode }) => ({ _id, trackingCode }));
  await insertAll(collections.links, names);
  const brands = new Map(links.map((link) => [link.campaignId, link.brandId]));
  const campaigns = [...brands].map(([_id, brandId], index) => {
    const name = `Campaign ${String(index)}`;
    return { _id, brandId, name, currency: 'USD', budgetMinor: null, updatedAt };
  });
  await insertAll(collections.campaigns, campaigns);
}

/** How many of what there are. */
async function countsOf(collections: Collections): Promise<string> {
  const { clicks, conversions, clickSums, conversionSums, commissionSums } = collections;
  const all = [clicks, conversions, clickSums, conversionSums, commissionSums];
  const counts = await Promise.all(
    all.map(async (one) => `${one.collectionName} ${String(await one.estimatedDocumentCount())}`),
  );
  return counts.join(', ');
}

/** A database as years of traffic leave it: facts, and the sums that are kept of them. */
export function openWorld(
  collections: Collections,
  size: Size,
  serverStatus: () => Promise<ServerStatus>,
) {
  const links = linksOf(size);
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);

  const fillClicks = async (day: Date, count: number): Promise<void> => {
    let sums: Rollup[] = [];
    for (let left = count; left > 0; left -= PIECE) {
      const times = moments(day, Math.min(left, PIECE));
      const docs = times.map((at) => docOf(aClickOf(pickSkewed(links), at)));
      await collections.clicks.insertMany(docs, { ordered: false });
      sums = changeOf([], [...sums, ...docs.flatMap(clickRollups)]);
    }
    await insertAll(collections.clickSums, sums.map(rowOf));
  };

  const fillOrders = async (day: Date, count: number): Promise<void> => {
    const orders = moments(day, count).map((at) => anOrderOf(pickSkewed(links), at));
    const conversions = orders.map(({ conversion }) => conversion);
    const commissions = orders.map(({ commission }) => commission);
    await insertAll(collections.conversions, conversions);
    await insertAll(collections.commissions, commissions);
    const sums = changeOf([], conversions.flatMap(conversionRollups));
    await insertAll(collections.conversionSums, sums.map(rowOf));
    const owed = changeOf([], commissions.flatMap(commissionRollups));
    await insertAll(collections.commissionSums, owed.map(rowOf));
  };

  return {
    links,
    today,
    collections,
    serverStatus,
    fill: async (tell: (share: number) => void): Promise<void> => {
      const { clicks, conversions, days } = size;
      for (let index = 0; index < days; index += 1) {
        const day = new Date(today.getTime() - (days - index) * DAY_MS);
        await fillClicks(day, Math.ceil(clicks / days));
        await fillOrders(day, Math.ceil(conversions / days));
        tell((index + 1) / days);
      }
      await fillNames(collections, links, today);
    },
    counts: () => countsOf(collections),
  };
}

export type World = ReturnType<typeof openWorld>;
