import { type CampaignSnapshot } from '@tributary/contracts';
import { isDuplicateKey, type SuspensionStore } from '@tributary/mongo';
import { type Logger, withTimeout } from '@tributary/service';
import { LRUCache } from 'lru-cache';
import { type CampaignClient } from '../clients/campaign-client.ts';
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
  findCampaign(campaignId: string): Promise<CampaignSnapshot | undefined>;
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
  const entries = new LRUCache<string, CacheEntry<Value>>({ max });
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
  readonly log: Logger;
}

/** Stores a response of the campaign service. A failure is harmless, because its events bring the same data. */
async function saveCopies({ links, campaigns, log }: DirectoryParts, resolved: KnownLink) {
  const { link, campaign } = resolved;
  try {
    await campaigns.save(campaign);
    // Dated at the link's creation, so that every event about the link is newer, whatever the clocks show.
    await links.save(link, new Date(link.createdAt));
  } catch (error) {
    if (!isDuplicateKey(error)) log.warn({ err: error }, 'a resolved link could not be stored');
  }
}

/** Whether a copy may be outdated: a draft or an inactive link may have been activated since. */
const mayBeOutdated = ({ link, campaign }: KnownLink): boolean =>
  campaign.status === 'draft' || !link.active;

/** Opens the directory over this service's copies. */
export function openLinkDirectory(parts: DirectoryParts): LinkDirectory {
  const { links, campaigns, campaignClient, suspensions } = parts;

  const loadCampaign = async (campaignId: string): Promise<CampaignSnapshot | undefined> => {
    const copy = await campaigns.find(campaignId);
    if (copy !== undefined) return copy;
    const current = await campaignClient.findCampaign(campaignId);
    if (current !== undefined) await campaigns.save(current).catch(() => undefined);
    return current;
  };

  // Links of one campaign share its cached copy.
  const { find: findCampaign } = cached(MAX_CAMPAIGNS, loadCampaign);

  const { find: findSuspension } = cached(MAX_ACCOUNTS, async (accountId: string) =>
    (await suspensions.listSuspended([accountId])).has(accountId),
  );

  const resolveRemotely = async (trackingCode: string): Promise<KnownLink | undefined> => {
    const resolved = await campaignClient.resolveLink(trackingCode);
    if (resolved !== undefined) await saveCopies(parts, resolved);
    return resolved;
  };

  const loadLink = async (trackingCode: string): Promise<ResolvedLink | undefined> => {
    const link = await links.findByCode(trackingCode);
    const campaign = link === undefined ? undefined : await findCampaign(link.campaignId);
    let known = link !== undefined && campaign !== undefined ? { link, campaign } : undefined;
    if (known === undefined) {
      known = await resolveRemotely(trackingCode);
    } else if (mayBeOutdated(known)) {
      const copy = known;
      known = await resolveRemotely(trackingCode).catch(() => copy);
    }
    if (known === undefined) return undefined;
    const { affiliateId, brandId, destinationUrl } = known.link;
    const accounts = await Promise.all([affiliateId, brandId].map(findSuspension));
    const isSuspended = accounts.includes(true);
    return { ...known, isSuspended, destination: readDestination(destinationUrl) };
  };

  return { ...cached(MAX_LINKS, loadLink), findCampaign, findSuspension };
}
