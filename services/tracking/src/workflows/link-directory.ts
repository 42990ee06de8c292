import { type CampaignSnapshot } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { type Logger } from '@tributary/service';
import { LRUCache } from 'lru-cache';
import { type KnownLink } from '../domain/click.ts';
import { type Destination, readDestination } from '../domain/destination.ts';
import { type CampaignStore } from '../store/campaign-store.ts';
import { type LinkStore } from '../store/link-store.ts';
import { within } from './deadline.ts';
import { type Remote } from '../clients/remote.ts';

/** A known answer is used this long before the copy is asked again, ms. */
const FRESH_MS = 1_000;
/** How long a caller waits for that while there is an older answer, ms. */
const REFRESH_WAIT_MS = 150;
const MAX_LINKS = 10_000;
const MAX_CAMPAIGNS = 5_000;

export interface DirectedLink extends KnownLink {
  readonly destination: Destination;
}

/** Links and campaigns from memory, this service's copies, or campaign itself. */
export interface LinkDirectory {
  /** What needs no look-up; undefined where one is due. */
  peek(trackingCode: string): DirectedLink | undefined;
  find(trackingCode: string): Promise<DirectedLink | undefined>;
  findCampaign(campaignId: string): Promise<CampaignSnapshot | undefined>;
}

interface Kept<Value> {
  value: Value | undefined;
  checkedAt: number;
}

/** A text of its own: a part of an address keeps all of the address in memory, with its query. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/**
 * A bounded memory over a slower look-up. Answers older than a second are looked up again; where that
 * fails or takes long, the older answer counts, so that links lead on while the database is away.
 */
function remembering<Value>(max: number, load: (key: string) => Promise<Value | undefined>) {
  const kept = new LRUCache<string, Kept<Value>>({ max });
  const loading = new Map<string, Promise<Value | undefined>>();

  const refresh = (key: string): Promise<Value | undefined> => {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const started = load(key)
      .then((value) => {
        kept.set(copyOf(key), { value, checkedAt: performance.now() });
        return value;
      })
      .finally(() => loading.delete(key));
    loading.set(key, started);
    return started;
  };

  const isFresh = ({ checkedAt }: Kept<Value>): boolean => performance.now() - checkedAt < FRESH_MS;
  const peek = (key: string): Value | undefined => {
    const known = kept.get(key);
    return known !== undefined && isFresh(known) ? known.value : undefined;
  };
  const find = async (key: string): Promise<Value | undefined> => {
    const known = kept.get(key);
    if (known !== undefined && isFresh(known)) return known.value;
    // That there is none is no answer to fall back on: it may have been made since.
    if (known?.value === undefined) return refresh(key);
    // One caller a second waits; the others meet a fresh mark.
    known.checkedAt = performance.now();
    const older = (): Value | undefined => known.value;
    return within(REFRESH_WAIT_MS, refresh(key).catch(older), older);
  };
  return { peek, find };
}

interface DirectoryParts {
  readonly links: LinkStore;
  readonly campaigns: CampaignStore;
  readonly remote: Remote;
  readonly log: Logger;
}

/** Keeps what campaign answered; its events bring it as well, so a failure costs nothing. */
async function keepAnswer({ links, campaigns, log }: DirectoryParts, found: KnownLink) {
  const { link, campaign } = found;
  try {
    await campaigns.keep(campaign);
    // As of its making: every event about the link is newer, whatever the clocks say.
    await links.keep(link, new Date(link.createdAt));
  } catch (error) {
    if (!isDuplicateKey(error)) log.warn({ err: error }, 'a resolved link could not be kept');
  }
}

/** Such a copy may be older than the link: what brings it up to date is on its way. */
const mayBeOlder = ({ link, campaign }: KnownLink): boolean =>
  campaign.status === 'draft' || !link.active;

/** Opens the directory over this service's copies. */
export function openLinkDirectory(parts: DirectoryParts): LinkDirectory {
  const { links, campaigns, remote } = parts;

  const loadCampaign = async (campaignId: string): Promise<CampaignSnapshot | undefined> => {
    const known = await campaigns.find(campaignId);
    if (known !== undefined) return known;
    const answered = await remote.findCampaign(campaignId);
    if (answered !== undefined) await campaigns.keep(answered).catch(() => undefined);
    return answered;
  };

  // Links of one campaign share what is known of it.
  const { find: findCampaign } = remembering(MAX_CAMPAIGNS, loadCampaign);

  const askFor = async (trackingCode: string): Promise<KnownLink | undefined> => {
    const answered = await remote.resolveLink(trackingCode);
    if (answered !== undefined) await keepAnswer(parts, answered);
    return answered;
  };

  const loadLink = async (trackingCode: string): Promise<DirectedLink | undefined> => {
    const link = await links.findByCode(trackingCode);
    const campaign = link === undefined ? undefined : await findCampaign(link.campaignId);
    let known = link !== undefined && campaign !== undefined ? { link, campaign } : undefined;
    if (known === undefined) {
      known = await askFor(trackingCode);
    } else if (mayBeOlder(known)) {
      const copy = known;
      known = await askFor(trackingCode).catch(() => copy);
    }
    if (known === undefined) return undefined;
    return { ...known, destination: readDestination(known.link.destinationUrl) };
  };

  return { ...remembering(MAX_LINKS, loadLink), findCampaign };
}
