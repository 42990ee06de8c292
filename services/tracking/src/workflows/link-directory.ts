import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { isDuplicateKey, type SuspensionStore, type Transaction } from '@tributary/mongo';
import { type Logger, openOwnerLookup } from '@tributary/service';
import { withTimeout, keepLastUsed } from '@tributary/work';
import { type CampaignClient, type Partnership } from '../clients/campaign-client.ts';
import { type KnownLink } from '../domain/click.ts';
import { type Destination, readDestination } from '../domain/destination.ts';
import { type CampaignStore } from '../store/campaign-store.ts';
import { type LinkStore } from '../store/link-store.ts';

/** Maximum age of a cached value before it is reloaded, ms. */
const MAX_AGE_MS = 1_000;
/** Maximum wait for a reload while an older value exists, ms. */
const RELOAD_WAIT_MS = 150;
const MAX_LINKS = 10_000;
const MAX_CAMPAIGNS = 5_000;
const MAX_ACCOUNTS = 10_000;

export interface ResolvedLink extends KnownLink {
  readonly destination: Destination;
}

/** Resolves links and campaigns from memory, from this service's copies, or from the campaign service. */
export interface LinkDirectory {
  /** The link if it is cached and fresh. */
  peek(trackingCode: string): ResolvedLink | undefined;
  find(trackingCode: string): Promise<ResolvedLink | undefined>;
  /** @throws unavailable where the copy may be outdated and the campaign service cannot be reached */
  findCampaign(campaignId: string): Promise<CampaignSnapshot | undefined>;
  /** The link with this telephone number. */
  findByNumber(trackingNumber: string): Promise<LinkSnapshot | undefined>;
  /** An affiliate's links to a brand's campaigns, or to one of them, newest first; at most 50. */
  listPartnership(partnership: Partnership): Promise<readonly LinkSnapshot[]>;
  /** Whether an account is suspended. */
  findSuspension(accountId: string): Promise<boolean | undefined>;
}

interface CacheEntry<Value> {
  value: Value | undefined;
  checkedAt: number;
}

/** A separate string: a substring of a URL keeps the whole URL in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/**
 * A bounded cache over a slow lookup. Values older than a second are reloaded; while the reload fails or
 * takes long the older value counts, so that links still redirect while the database is unreachable.
 */
export function cached<Value>(max: number, load: (key: string) => Promise<Value | undefined>) {
  const entries = keepLastUsed<CacheEntry<Value>>({ max });
  const loading = new Map<string, Promise<Value | undefined>>();

  const reload = (key: string): Promise<Value | undefined> => {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const started = load(key)
      .then((value) => {
        entries.set(copyOf(key), { value, checkedAt: performance.now() });
        return value;
      })
      .finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  };

  const isFresh = ({ checkedAt }: CacheEntry<Value>): boolean =>
    performance.now() - checkedAt < MAX_AGE_MS;
  const peek = (key: string): Value | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && isFresh(entry) ? entry.value : undefined;
  };
  const find = async (key: string): Promise<Value | undefined> => {
    const entry = entries.get(key);
    if (entry !== undefined && isFresh(entry)) return entry.value;
    // A missing record is no fallback: it may have been created since.
    if (entry?.value === undefined) return reload(key);
    // One caller a second waits; the new mark keeps the others from waiting.
    entry.checkedAt = performance.now();
    const older = (): Value | undefined => entry.value;
    return withTimeout(RELOAD_WAIT_MS, reload(key).catch(older), older);
  };
  return { peek, find };
}

interface DirectoryParts {
  readonly links: LinkStore;
  readonly campaigns: CampaignStore;
  readonly campaignClient: CampaignClient;
  readonly suspensions: Pick<SuspensionStore, 'listSuspended'>;
  readonly transaction: Transaction<{
    readonly links: LinkStore;
    readonly campaigns: CampaignStore;
  }>;
  readonly log: Logger;
}

/** What campaign answers about links and their campaign. */
interface Answer {
  readonly links?: readonly LinkSnapshot[];
  readonly campaign?: CampaignSnapshot;
}

/**
 * Stores answers of the campaign service, unless the copies are newer. A failure is harmless, because its events bring
 * the same data.
 */
const openSaver =
  ({ transaction, log }: Pick<DirectoryParts, 'log' | 'transaction'>) =>
  async ({ links: answered = [], campaign }: Answer): Promise<void> => {
    try {
      await transaction(async ({ links, campaigns }) => {
        if (campaign !== undefined) await campaigns.save(campaign);
        // Dated at the link's creation, so that every event about the link is newer, whatever the clocks show.
        for (const link of answered) await links.save(link, new Date(link.createdAt));
      });
    } catch (error) {
      if (!isDuplicateKey(error)) log.warn({ err: error }, 'an answer of campaign was not stored');
    }
  };

/** Finds links and campaigns in this service's copies, else at the campaign service. */
function openLookups(parts: DirectoryParts) {
  const { links, campaigns, campaignClient } = parts;
  const save = openSaver(parts);

  const campaignOf = openOwnerLookup<CampaignSnapshot, CampaignSnapshot>({
    find: campaigns.find,
    request: (campaignId) => campaignClient.findCampaign(campaignId),
    save: (campaign) => save({ campaign }),
    asCopy: (campaign) => campaign,
  });
  // Links of one campaign share its cached copy.
  const { find: findCampaign } = cached(MAX_CAMPAIGNS, campaignOf);

  /** A draft of the copy may have been activated since: without its owner it is not known whether orders count. */
  const findCurrentCampaign = async (campaignId: string): Promise<CampaignSnapshot | undefined> => {
    const copy = await findCampaign(campaignId);
    if (copy?.status !== 'draft') return copy;
    const current = await campaignClient.findCampaign(campaignId);
    if (current !== undefined) await save({ campaign: current });
    return current ?? copy;
  };

  const saveLink = ({ link, campaign }: KnownLink) => save({ links: [link], campaign });
  return {
    findCampaign: findCurrentCampaign,
    findLink: openOwnerLookup<KnownLink, KnownLink>({
      find: async (trackingCode) => {
        const link = await links.findByCode(trackingCode);
        const campaign = link === undefined ? undefined : await findCampaign(link.campaignId);
        return link === undefined || campaign === undefined ? undefined : { link, campaign };
      },
      request: (trackingCode) => campaignClient.resolveLink(trackingCode),
      save: saveLink,
      asCopy: (resolved) => resolved,
    }),
    /** The current state of a link that this service has a copy of. */
    refresh: async (trackingCode: string): Promise<KnownLink | undefined> => {
      const resolved = await campaignClient.resolveLink(trackingCode);
      if (resolved !== undefined) await saveLink(resolved);
      return resolved;
    },
    findByNumber: openOwnerLookup<LinkSnapshot, LinkSnapshot>({
      find: links.findByNumber,
      request: (trackingNumber) => campaignClient.findLinkOfNumber(trackingNumber),
      save: (link) => save({ links: [link] }),
      asCopy: (link) => link,
      // A brand chooses its numbers.
      remembersMisses: false,
    }),
  };
}

/** Whether a copy may be outdated: a draft or an inactive link may have been activated since. */
const mayBeOutdated = ({ link, campaign }: KnownLink): boolean =>
  campaign.status === 'draft' || !link.active;

const partnershipText = ({ brandId, affiliateId, campaignId = '' }: Partnership): string =>
  `${brandId} ${affiliateId} ${campaignId}`;

function partnershipOf(text: string): Partnership {
  const [brandId = '', affiliateId = '', campaignId = ''] = text.split(' ');
  return { brandId, affiliateId, ...(campaignId === '' ? {} : { campaignId }) };
}

const undefinedIfEmpty = (links: readonly LinkSnapshot[]): readonly LinkSnapshot[] | undefined =>
  links.length === 0 ? undefined : links;

function openPartnerships(parts: DirectoryParts) {
  const { links, campaignClient } = parts;
  const save = openSaver(parts);
  const find = openOwnerLookup<readonly LinkSnapshot[], readonly LinkSnapshot[]>({
    find: async (text) => undefinedIfEmpty(await links.listPartnership(partnershipOf(text))),
    request: async (text) => undefinedIfEmpty(await campaignClient.listLinks(partnershipOf(text))),
    save: (answered) => save({ links: answered }),
    asCopy: (answered) => answered,
    // A first link may be created at any moment.
    remembersMisses: false,
  });
  return async (partnership: Partnership) => (await find(partnershipText(partnership))) ?? [];
}

/** Opens the directory over this service's copies. */
export function openLinkDirectory(parts: DirectoryParts): LinkDirectory {
  const { suspensions } = parts;
  const { findCampaign, findLink, refresh, findByNumber } = openLookups(parts);

  const { find: findSuspension } = cached(MAX_ACCOUNTS, async (accountId: string) =>
    (await suspensions.listSuspended([accountId])).has(accountId),
  );

  const loadLink = async (trackingCode: string): Promise<ResolvedLink | undefined> => {
    const copy = await findLink(trackingCode);
    const known =
      copy !== undefined && mayBeOutdated(copy)
        ? await refresh(trackingCode).catch(() => copy)
        : copy;
    if (known === undefined) return undefined;
    const { affiliateId, brandId, destinationUrl } = known.link;
    const accounts = await Promise.all([affiliateId, brandId].map(findSuspension));
    const isSuspended = accounts.includes(true);
    return { ...known, isSuspended, destination: readDestination(destinationUrl) };
  };

  return {
    ...cached(MAX_LINKS, loadLink),
    findCampaign,
    findSuspension,
    findByNumber,
    listPartnership: openPartnerships(parts),
  };
}
