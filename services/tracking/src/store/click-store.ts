import { type ClickRow, opensPage } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { ERASED_VISITOR, isCountable, type StoredClick } from '../domain/click.ts';
import { type Visitor } from '../domain/customer-erasure.ts';
import { isDenied } from '../domain/consent.ts';
import { type ClickDocument, type Collections } from './collections.ts';

const PRIVATE_DAYS = 90;
/** A click that is projected later than this gets no address, because the deletion may have passed its time. */
const LATE_MS = (PRIVATE_DAYS - 1) * DAY_MS;
/** The task in the collection of progress. */
const FORGETTING = 'forget-private-clicks';

/** The time when personal data is deleted. */
export const privateUntil = (from: Date): Date => new Date(from.getTime() + PRIVATE_DAYS * DAY_MS);

/** The members that are neither null nor empty; undefined where none is. */
function filledOf<Part extends object>(part: Part): Partial<Part> | undefined {
  let filled: Partial<Part> | undefined;
  for (const key in part) {
    const value = part[key];
    if (value === null || value === '') continue;
    filled ??= {};
    filled[key] = value;
  }
  return filled;
}

/** A click to store. */
export interface NewClick {
  readonly click: ClickRow;
  readonly occurredAt: Date;
  /** Null where the campaign uses none. */
  readonly fingerprint: string | null;
}

/** Address and user agent, where there are any and they are not to be deleted already. */
function browserOf({ ip, userAgent, consent }: ClickRow, isLate: boolean) {
  return isLate || isDenied(consent) ? undefined : { ip, userAgent };
}

function documentOf({ click, occurredAt, fingerprint }: NewClick, now: Date): ClickDocument {
  const isLate = now.getTime() - occurredAt.getTime() > LATE_MS;
  const { referrer, browser, os, country, region, city, subIds, consent } = click;
  const utm = filledOf(click.utm);
  const navigated = opensPage(click);
  return {
    _id: click.clickId,
    occurredAt,
    linkId: click.linkId,
    trackingCode: click.trackingCode,
    campaignId: click.campaignId,
    brandId: click.brandId,
    affiliateId: click.affiliateId,
    visitorId: click.visitorId,
    device: click.device,
    validity: click.validity,
    countable: isCountable(click),
    ...filledOf({ referrer, browser, os, country, region, city }),
    ...browserOf(click, isLate),
    ...(utm === undefined ? undefined : { utm }),
    ...(Object.keys(subIds).length === 0 ? undefined : { subIds }),
    ...(navigated === null ? undefined : { navigated }),
    ...(fingerprint === null ? undefined : { fingerprint }),
    ...(consent === undefined ? undefined : { consent }),
  };
}

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null };

/** Documents of earlier versions have nulls and further fields. */
const storedClickOf = (document: ClickDocument): StoredClick => ({
  clickId: document._id,
  occurredAt: document.occurredAt.toISOString(),
  linkId: document.linkId,
  trackingCode: document.trackingCode,
  campaignId: document.campaignId,
  brandId: document.brandId,
  affiliateId: document.affiliateId,
  visitorId: document.visitorId,
  ip: document.ip ?? '',
  userAgent: document.userAgent ?? '',
  referrer: document.referrer ?? null,
  utm: { ...NO_UTM, ...document.utm },
  subIds: document.subIds ?? {},
  device: document.device,
  browser: document.browser ?? null,
  os: document.os ?? null,
  country: document.country ?? null,
  region: document.region ?? null,
  city: document.city ?? null,
  isBot: document.validity === 'bot',
  isUnique: document.validity === 'valid',
  validity: document.validity,
});

/** What an erased click loses. */
const PERSONAL = {
  ip: '',
  userAgent: '',
  fingerprint: '',
  consent: '',
  // Documents of earlier versions have these.
  fetchMetadata: '',
  traffic: '',
  privateUntil: '',
} as const;

const projection = ({ clicks }: Collections, session?: Session) => ({
  /** Adds new clicks. @throws a duplicate key where one is stored */
  insert: async (added: readonly NewClick[], now: Date): Promise<void> => {
    if (added.length === 0) return;
    const documents = added.map((one) => documentOf(one, now));
    await clicks.insertMany(documents, session === undefined ? {} : { session });
  },

  /** Which of these clicks are stored. */
  findKnown: async (ids: readonly string[]): Promise<Set<string>> => {
    const options = { projection: { _id: 1 }, ...(session === undefined ? {} : { session }) };
    const rows = await clicks.find({ _id: { $in: [...ids] } }, options).toArray();
    return new Set(rows.map(({ _id }) => _id));
  },

  find: async (clickId: string): Promise<StoredClick | undefined> => {
    const found = await clicks.findOne({ _id: clickId });
    return found === null ? undefined : storedClickOf(found);
  },

  /** A link's latest countable click since a time. */
  findLatest: async (linkId: string, since: Date): Promise<StoredClick | undefined> => {
    const matching = { linkId, countable: true, occurredAt: { $gte: since } };
    const found = await clicks.findOne(matching, { sort: { occurredAt: -1 } });
    return found === null ? undefined : storedClickOf(found);
  },

  /** Unique daily clicks of an affiliate's links, `end` excluded. */
  countUnique: (
    affiliateId: string,
    range: { start: Date; end: Date; campaignId?: string | undefined },
  ): Promise<number> => {
    const { start, end, campaignId } = range;
    const ofCampaign = campaignId === undefined ? {} : { campaignId };
    const occurredAt = { $gte: start, $lt: end };
    return clicks.countDocuments({ affiliateId, validity: 'valid', occurredAt, ...ofCampaign });
  },
});

const ERASED = {
  $set: { visitorId: ERASED_VISITOR, referrer: null },
  $unset: PERSONAL,
} as const;

const erasure = ({ clicks, campaigns }: Collections, session?: Session) => ({
  /**
   * Deletes the personal data of clicks, and of their visitors' other clicks for the same brands; the clicks remain.
   * @param brandId whose clicks; null for those of every brand
   * @param earlier visitors whose clicks are erased as well
   * @returns the number of clicks that had such data, and the visitors of the named ones
   */
  eraseVisitors: async (
    ids: readonly string[],
    brandId: string | null,
    earlier: readonly Visitor[] = [],
  ): Promise<{ readonly count: number; readonly visitors: readonly Visitor[] }> => {
    const options = session === undefined ? {} : { session };
    const owned = brandId === null ? {} : { brandId };
    const known = { _id: { $in: [...ids] }, visitorId: { $ne: ERASED_VISITOR }, ...owned };
    const projection = { visitorId: 1, brandId: 1, campaignId: 1 };
    const named =
      ids.length === 0 ? [] : await clicks.find(known, { projection, ...options }).toArray();
    const visitors = [...named, ...earlier];
    if (visitors.length === 0) return { count: 0, visitors: [] };
    const brandIds = [...new Set(visitors.map((visitor) => visitor.brandId))];
    const ofBrands = await campaigns
      .find({ 'snapshot.brandId': { $in: brandIds } }, { _id: 1 })
      .session(session ?? null)
      .lean();
    // Without the condition on countable clicks no index leads from a visitor to the clicks.
    const ofVisitors = {
      campaignId: {
        $in: [...named.map(({ campaignId }) => campaignId), ...ofBrands.map(({ _id }) => _id)],
      },
      visitorId: { $in: [...new Set(visitors.map(({ visitorId }) => visitorId))] },
      countable: true,
    };
    const others = await clicks.updateMany(ofVisitors, ERASED, options);
    const own = await clicks.updateMany(known, ERASED, options);
    return {
      count: others.matchedCount + own.matchedCount,
      visitors: named.map(({ visitorId, brandId: of }) => ({ visitorId, brandId: of })),
    };
  },
});

const deletion = ({ clicks, progress }: Collections) => ({
  /**
   * Deletes the addresses and user agents of the next `limit` clicks past their retention, in the order of time
   * from the stored position on. @returns the number of clicks
   */
  forgetPrivate: async (now: Date, limit: number): Promise<number> => {
    const position = await progress.findOne({ _id: FORGETTING });
    const after = position === null ? {} : { $gt: position.until };
    const due = { $lte: new Date(now.getTime() - PRIVATE_DAYS * DAY_MS), ...after };
    const next = await clicks
      .find({ occurredAt: due }, { projection: { _id: 0, occurredAt: 1 } })
      .sort({ occurredAt: 1 })
      .limit(limit)
      .toArray();
    const until = next.at(-1)?.occurredAt;
    if (until === undefined) return 0;
    const unset = { $unset: { ip: '', userAgent: '', privateUntil: '' } } as const;
    await clicks.updateMany({ occurredAt: { ...due, $lte: until }, ip: { $exists: true } }, unset);
    await progress.updateOne({ _id: FORGETTING }, { $set: { until } }, { upsert: true });
    return next.length;
  },
});

/** The projection of the click log. */
export const clickStore = (collections: Collections, session?: Session) => ({
  ...projection(collections, session),
  ...erasure(collections, session),
  ...deletion(collections),
});
export type ClickStore = ReturnType<typeof clickStore>;
