import {
  type DomainEvent,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
  type LinkSnapshot,
} from '@tributary/contracts';
import { conflict, invalidFields } from '@tributary/errors';
import { type Campaign, shownStatusOf } from './campaign.ts';

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
  /** The telephone number (E.164) of this link in a call campaign. */
  readonly trackingNumber: string | null;
  readonly createdAt: Date;
}

export interface LinkDecision {
  readonly link: Link;
  readonly events: readonly DomainEvent[];
}

/**
 * The symbols of tracking codes: no vowels, so that codes spell no words, and no symbols that look
 * alike (0 and O, 1 and l). No dots, because codes are part of signed texts.
 */
export const CODE_ALPHABET = '23456789bcdfghjkmnpqrstvwxz';
export const CODE_LENGTH = 8;

/** A random code; `randomIndex(n)` returns an integer from 0 to n - 1. */
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

// A line break in a Location header would let a caller inject headers.
const UNSAFE_CHARACTERS = /[\p{Cc}\s\\]/u;

/**
 * The landing page, or another page of the same site.
 * @throws invalid naming `destination_path` where it leads anywhere else
 */
export function destinationOf(landingPageUrl: string, path: string | null): URL {
  const landing = new URL(landingPageUrl);
  if (path === null) return landing;
  const isPlain = !UNSAFE_CHARACTERS.test(path) && (path.startsWith('/') || /^https?:/i.test(path));
  const target = isPlain ? URL.parse(path, landing.href) : null;
  const isOwn = target?.origin === landing.origin && target.username + target.password === '';
  if (target === null || !isOwn) {
    const message = `Must be a path of the campaign’s own site, ${landing.origin}`;
    throw invalidFields([{ path: 'destination_path', message }]);
  }
  return target;
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

interface LinkRequest {
  readonly id: string;
  readonly trackingCode: string;
  readonly affiliateId: string;
  readonly destinationPath: string | null;
  readonly utm: Utm;
  readonly subIds: Readonly<Record<string, string>>;
  /** A free number of a call campaign; null where there is no free number. */
  readonly trackingNumber: string | null;
  readonly now: Date;
}

/** @throws conflict `campaign_not_active`; invalid naming `destination_path` */
export function decideLink(campaign: Campaign, request: LinkRequest): LinkDecision {
  const status = shownStatusOf(campaign);
  if (status !== 'active') {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${status} gets no new links`,
    });
  }
  const { id, affiliateId, destinationPath, utm, subIds } = request;
  const destination = destinationOf(campaign.landingPageUrl, destinationPath);
  const link: Link = {
    id,
    trackingCode: request.trackingCode,
    campaignId: campaign.id,
    brandId: campaign.brandId,
    affiliateId,
    destinationPath,
    destinationUrl: withParameters(destination, utm, subIds),
    utm,
    subIds,
    active: true,
    trackingNumber: request.trackingNumber,
    createdAt: request.now,
  };
  return { link, events: [linkCreated(linkSnapshotOf(link))] };
}

/** @throws conflict `campaign_not_active` where the campaign is over */
export function requireRunning({ status }: Pick<Campaign, 'status'>): void {
  if (status !== 'completed' && status !== 'archived') return;
  throw conflict('campaign_not_active', {
    message: `Links of a campaign that is ${status} stay inactive`,
  });
}

/** Activates or deactivates a link; the same value again publishes nothing. */
export function decideLinkActive(link: Link, active: boolean): LinkDecision {
  if (link.active === active) return { link, events: [] };
  const next: Link = { ...link, active };
  return { link: next, events: [linkDeactivated(linkSnapshotOf(next))] };
}

/** Assigns a telephone number to a link, or removes it. */
export function decideNumber(link: Link, trackingNumber: string | null): LinkDecision {
  const next: Link = { ...link, trackingNumber };
  return { link: next, events: [linkNumberAssigned(linkSnapshotOf(next))] };
}
