import {
  type DomainEvent,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
  type LinkSnapshot,
} from '@tributary/contracts';
import { conflict, invalidFields } from '@tributary/errors';
import { type Campaign } from './campaign.ts';

export interface Utm {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly term: string | null;
  readonly content: string | null;
}

export interface Link {
  readonly id: string;
  readonly trackingCode: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly destinationPath: string | null;
  readonly destinationUrl: string;
  readonly utm: Utm;
  readonly subIds: Readonly<Record<string, string>>;
  readonly active: boolean;
  /** The telephone number (E.164) that only this link’s callers are given. */
  readonly trackingNumber: string | null;
  readonly createdAt: Date;
}

export interface LinkDecision {
  readonly link: Link;
  readonly events: readonly DomainEvent[];
}

/**
 * What codes are written with: no vowels, so that they spell nothing, and nothing that is taken for
 * something else (0 and O, 1 and l). No dots either: codes are part of signed texts.
 */
export const CODE_ALPHABET = '23456789bcdfghjkmnpqrstvwxz';
export const CODE_LENGTH = 8;

/** A code of the alphabet; `randomIndex(n)` gives a whole number from 0 to n - 1. */
export function trackingCode(randomIndex: (below: number) => number): string {
  const symbols = Array.from({ length: CODE_LENGTH }, () =>
    CODE_ALPHABET.charAt(randomIndex(CODE_ALPHABET.length)),
  );
  return symbols.join('');
}

export const linkSnapshotOf = (link: Link): LinkSnapshot => ({
  linkId: link.id,
  trackingCode: link.trackingCode,
  campaignId: link.campaignId,
  brandId: link.brandId,
  affiliateId: link.affiliateId,
  destinationUrl: link.destinationUrl,
  subIds: { ...link.subIds },
  active: link.active,
  trackingNumber: link.trackingNumber,
  createdAt: link.createdAt.toISOString(),
});

// Whoever can put a line break into a Location header writes headers of his own.
const UNSAFE_CHARACTERS = /[\p{Cc}\s\\]/u;

/**
 * The landing page, or another page of the same site.
 * @throws invalid naming `destination_path` where it leads anywhere else
 */
export function destinationOf(landingPageUrl: string, path: string | null): URL {
  const landing = new URL(landingPageUrl);
  if (path === null) return landing;
  const isPlain = !UNSAFE_CHARACTERS.test(path) && (path.startsWith('/') || /^https?:/i.test(path));
  const wanted = isPlain ? URL.parse(path, landing.href) : null;
  const isOwn = wanted?.origin === landing.origin && wanted.username + wanted.password === '';
  if (wanted === null || !isOwn) {
    const message = `Must be a path of the campaign’s own site, ${landing.origin}`;
    throw invalidFields([{ path: 'destination_path', message }]);
  }
  return wanted;
}

/** The address with the link's UTM parameters and sub ids; what the page has of its own stays. */
export function withParameters(
  destination: URL,
  utm: Utm,
  subIds: Readonly<Record<string, string>>,
): string {
  const url = new URL(destination);
  for (const [name, value] of Object.entries(utm) as [string, string | null][]) {
    if (value !== null) url.searchParams.set(`utm_${name}`, value);
  }
  for (const [name, value] of Object.entries(subIds)) url.searchParams.set(name, value);
  return url.href;
}

interface Wanted {
  readonly id: string;
  readonly trackingCode: string;
  readonly affiliateId: string;
  readonly destinationPath: string | null;
  readonly utm: Utm;
  readonly subIds: Readonly<Record<string, string>>;
  /** A free number of the campaign’s, where it has one. */
  readonly trackingNumber: string | null;
  readonly now: Date;
}

/** @throws conflict `campaign_not_active`; invalid naming `destination_path` */
export function decideLink(campaign: Campaign, wanted: Wanted): LinkDecision {
  if (campaign.status !== 'active') {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${campaign.status} gets no new links`,
    });
  }
  const { id, affiliateId, destinationPath, utm, subIds } = wanted;
  const destination = destinationOf(campaign.landingPageUrl, destinationPath);
  const link: Link = {
    id,
    trackingCode: wanted.trackingCode,
    campaignId: campaign.id,
    brandId: campaign.brandId,
    affiliateId,
    destinationPath,
    destinationUrl: withParameters(destination, utm, subIds),
    utm,
    subIds,
    active: true,
    trackingNumber: wanted.trackingNumber,
    createdAt: wanted.now,
  };
  return { link, events: [linkCreated(linkSnapshotOf(link))] };
}

/** @throws conflict `campaign_not_active` where the campaign is over, whose links stay inactive */
export function requireRunning({ status }: Pick<Campaign, 'status'>): void {
  if (status !== 'completed' && status !== 'archived') return;
  throw conflict('campaign_not_active', {
    message: `Links of a campaign that is ${status} stay inactive`,
  });
}

/** Switches a link off or on; what it is already changes nothing. */
export function decideLinkActive(link: Link, active: boolean): LinkDecision {
  if (link.active === active) return { link, events: [] };
  const next: Link = { ...link, active };
  return { link: next, events: [linkDeactivated(linkSnapshotOf(next))] };
}

/** Gives a link its own telephone number, or takes it away. */
export function decideNumber(link: Link, trackingNumber: string | null): LinkDecision {
  const next: Link = { ...link, trackingNumber };
  return { link: next, events: [linkNumberAssigned(linkSnapshotOf(next))] };
}
