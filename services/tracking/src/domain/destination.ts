import { type ClickRow } from '@tributary/contracts';

const CLICK_ID = 'click_id';
/** For the shop: the visitor is held out, so that it may withhold what it offers the affiliate's visitors. */
const HOLDOUT = 'holdout=1';
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const SUB_ID = /^sub_?(id)?_?\d{0,2}$/i;
const MAX_SUB_IDS = 20;
const MAX_TEXT = 256;

/** A landing URL, parsed once, so that each redirect only joins strings. */
export interface Destination {
  /** Everything before the fragment, without a click_id. */
  readonly base: string;
  readonly params: ReadonlyMap<string, string>;
  /** The fragment with its `#`, or empty. */
  readonly fragment: string;
}

/** @throws TypeError for a malformed URL, which the campaign service has excluded */
export function readDestination(destinationUrl: string): Destination {
  const url = new URL(destinationUrl);
  url.searchParams.delete(CLICK_ID);
  const { hash } = url;
  const params = new Map(url.searchParams);
  url.hash = '';
  return { base: url.href, params, fragment: hash };
}

const append = (base: string, query: string): string =>
  `${base}${base.includes('?') ? '&' : '?'}${query}`;

/**
 * The location of a redirect: the landing page with the query of the call, which overrides the link's own
 * parameters, and the click's id if there is a click; a held-out visitor's states so.
 */
export function locationFor(
  destination: Destination,
  query: URLSearchParams,
  clickId: string | undefined,
  isHeldOut = false,
): string {
  const { base, params, fragment } = destination;
  const carried = query.size === 0 ? [] : [...query].filter(([name]) => name !== CLICK_ID);
  let location = base;
  if (carried.some(([name]) => params.has(name))) {
    const url = new URL(base);
    for (const [name] of carried) url.searchParams.delete(name);
    location = url.href;
  }
  if (carried.length > 0) location = append(location, new URLSearchParams(carried).toString());
  if (clickId !== undefined) location = append(location, `${CLICK_ID}=${clickId}`);
  if (isHeldOut) location = append(location, HOLDOUT);
  return location + fragment;
}

const cut = (text: string): string => text.slice(0, MAX_TEXT);

/** The UTM parameters of a click: those of the call's query, else the link's own. */
export function utmOf(destination: Destination, query: URLSearchParams): ClickRow['utm'] {
  const value = (name: string): string | null => {
    const text = query.get(`utm_${name}`) ?? destination.params.get(`utm_${name}`);
    return text === undefined || text === '' ? null : cut(text);
  };
  const [source, medium, campaign, term, content] = UTM.map(value);
  return {
    source: source ?? null,
    medium: medium ?? null,
    campaign: campaign ?? null,
    term: term ?? null,
    content: content ?? null,
  };
}

/** The link's sub ids and those of the call's query (`sub1`, `subid`, `sub_id_2`). */
export function subIdsOf(
  own: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Record<string, string> {
  const subIds = new Map(Object.entries(own));
  for (const [name, value] of query) {
    if (SUB_ID.test(name) && subIds.size < MAX_SUB_IDS) subIds.set(name, cut(value));
  }
  return Object.fromEntries(subIds);
}
