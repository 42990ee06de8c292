import { type ClickRow } from '@tributary/contracts';

const CLICK_ID = 'click_id';
const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;
const SUB_ID = /^sub_?(id)?_?\d{0,2}$/i;
const MAX_SUB_IDS = 20;
const MAX_TEXT = 256;

/** A landing URL taken apart once, so that each redirect only joins strings. */
export interface Destination {
  /** Everything before the fragment, without a click_id. */
  readonly base: string;
  readonly params: ReadonlyMap<string, string>;
  /** The fragment with its `#`, or nothing. */
  readonly fragment: string;
}

/** @throws TypeError where the URL is none, which campaign has made sure of */
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
 * Where the visitor goes: the landing page with what the link was called with carried on (it overrides
 * the link's own parameters of the same name) and the click's id, unless there is no click.
 */
export function locationFor(
  destination: Destination,
  asked: URLSearchParams,
  clickId: string | undefined,
): string {
  const { base, params, fragment } = destination;
  const carried = asked.size === 0 ? [] : [...asked].filter(([name]) => name !== CLICK_ID);
  let location = base;
  if (carried.some(([name]) => params.has(name))) {
    const url = new URL(base);
    for (const [name] of carried) url.searchParams.delete(name);
    location = url.href;
  }
  if (carried.length > 0) location = append(location, new URLSearchParams(carried).toString());
  if (clickId !== undefined) location = append(location, `${CLICK_ID}=${clickId}`);
  return location + fragment;
}

const cut = (text: string): string => text.slice(0, MAX_TEXT);

/** The UTM parameters of a click: those it was called with, else the link's own. */
export function utmOf(destination: Destination, asked: URLSearchParams): ClickRow['utm'] {
  const value = (name: string): string | null => {
    const text = asked.get(`utm_${name}`) ?? destination.params.get(`utm_${name}`);
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

/** The link's sub ids and those it was called with (`sub1`, `subid`, `sub_id_2`). */
export function subIdsOf(
  own: Readonly<Record<string, string>>,
  asked: URLSearchParams,
): Record<string, string> {
  const subIds = new Map(Object.entries(own));
  for (const [name, value] of asked) {
    if (SUB_ID.test(name) && subIds.size < MAX_SUB_IDS) subIds.set(name, cut(value));
  }
  return Object.fromEntries(subIds);
}
