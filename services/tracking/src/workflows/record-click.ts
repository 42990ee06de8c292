import {
  type ClickRow,
  type ConsentRecord,
  isLimited,
  type PaidTraffic,
} from '@tributary/contracts';
import { type RequestHead } from '@tributary/service';
import { storedTraceparent } from '@tributary/tracing';
import { DAY_MS } from '@tributary/units';
import { type Place } from '../clients/geo-location.ts';
import { type IdentifiedVisitor } from '../clients/visitor-cookies.ts';
import { type Deps } from '../deps.ts';
import { type Agent } from '../domain/agent.ts';
import { decideInvalidity } from '../domain/click.ts';
import { isDenied } from '../domain/consent.ts';
import { subIdsOf, utmOf } from '../domain/destination.ts';
import { searchesOf } from '../domain/search-terms.ts';
import { fetchMetadataOf, headerOf, languagesOf } from '../domain/visit.ts';
import { type DailyVisitor } from '../store/click-cache.ts';
import { type PendingClick } from '../store/click-log.ts';
import { type ResolvedLink } from './link-directory.ts';
import { paidTrafficOf } from './paid-traffic.ts';
import { unidentifiedClick } from './unidentified-click.ts';
import { consentOfVisit } from './visit-consent.ts';

const MAX_AGENT = 1_024;
const MAX_REFERRER = 2_048;

export type RecordClickDeps = Pick<
  Deps,
  | 'anonymousVisitorId'
  | 'clickCaps'
  | 'clickLog'
  | 'clock'
  | 'config'
  | 'drawVisitor'
  | 'findNetwork'
  | 'findPlace'
  | 'hashAddress'
  | 'newId'
  | 'newRandomId'
  | 'readAgent'
  | 'visitorCookies'
>;

/** A person's visit by a link. */
export interface Visit {
  readonly resolved: ResolvedLink;
  readonly query: URLSearchParams;
  readonly request: RequestHead;
  readonly agent: Agent;
  readonly place: Place;
  /** Undefined for a visitor who refused. */
  readonly visitor: IdentifiedVisitor | undefined;
  readonly now: Date;
  readonly consent: ConsentRecord | undefined;
}

/** A visit whose visitor may be identified. */
type IdentifiedVisit = Visit & { readonly visitor: IdentifiedVisitor };

/** Whether the visitor has no cookie of ours yet. */
const isNew = ({ visitor }: IdentifiedVisit): boolean => visitor.trust !== 'signed';

/** Whether the visitor may be identified, by a cookie or otherwise. */
export const isIdentified = (visit: Visit): visit is IdentifiedVisit => visit.visitor !== undefined;

const lastDay = { number: -1, text: '' };

/** The UTC day of a visit, `YYYY-MM-DD`; written once a day. */
function dayOf({ now }: Visit): string {
  const number = Math.floor(now.getTime() / DAY_MS);
  if (number !== lastDay.number) {
    Object.assign(lastDay, { number, text: now.toISOString().slice(0, 10) });
  }
  return lastDay.text;
}

/** The visitor's search terms; read only for campaigns with excluded keywords, because clicks are many. */
function searchesBefore({ resolved, query, request }: Visit): string[] {
  if ((resolved.campaign.targeting.excludedKeywords ?? []).length === 0) return [];
  const referrer = headerOf(request.headers, 'referer');
  return searchesOf(referrer, utmOf(resolved.destination, query).term);
}

/** The visitor's place in the campaign's draw; computed only where some are held out, because clicks are many. */
function drawOf(
  { drawVisitor }: RecordClickDeps,
  { resolved, visitor }: Visit,
): number | undefined {
  const { campaignId, holdoutPercent = 0 } = resolved.campaign;
  if (holdoutPercent === 0 || visitor === undefined) return undefined;
  return drawVisitor(visitor.visitorId, campaignId);
}

/** The reason why the click does not count; undefined for a countable click. */
export function invalidityOf(deps: RecordClickDeps, visit: Visit) {
  const { resolved, agent, place, request } = visit;
  const { targeting } = resolved.campaign;
  const headers = targeting.languages.length === 0 ? undefined : request.headers;
  const languages = headers === undefined ? [] : languagesOf(headerOf(headers, 'accept-language'));
  const { device, isBot } = agent;
  const searches = searchesBefore(visit);
  const draw = drawOf(deps, visit);
  const visitor = { device, isBot, languages, country: place.country, searches, draw };
  return decideInvalidity(resolved, visitor);
}

type Validity = ClickRow['validity'];

/** By whom the visitor's first click of the day is claimed. */
function claimOf(deps: RecordClickDeps, visit: IdentifiedVisit): DailyVisitor {
  const { resolved, request, agent } = visit;
  // Without a cookie, address and user agent identify the visitor.
  const visitor = isNew(visit)
    ? deps.anonymousVisitorId(request.ip, agent.userAgent)
    : visit.visitor.visitorId;
  return { day: dayOf(visit), linkId: resolved.link.linkId, visitor };
}

/** Whether clicks of the link need a place within the caps of its campaign. */
export const hasClickCap = ({ campaign }: ResolvedLink): boolean =>
  isLimited(campaign.caps?.clicks);

const campaignParamsOf = ({ destination, link }: ResolvedLink, query: URLSearchParams) => ({
  utm: utmOf(destination, query),
  subIds: subIdsOf(link.subIds, query),
});

const EMPTY_QUERY = new URLSearchParams();
/** The UTM parameters and sub ids of clicks without a query, computed once for each link. */
const ownParams = new WeakMap<ResolvedLink, ReturnType<typeof campaignParamsOf>>();

function ownParamsOf(resolved: ResolvedLink): ReturnType<typeof campaignParamsOf> {
  const known = ownParams.get(resolved);
  if (known !== undefined) return known;
  const params = campaignParamsOf(resolved, EMPTY_QUERY);
  ownParams.set(resolved, params);
  return params;
}

function trafficOf(deps: RecordClickDeps, visit: IdentifiedVisit): PaidTraffic | undefined {
  const { resolved, request, visitor } = visit;
  if (resolved.campaign.type !== 'click') return undefined;
  return paidTrafficOf(deps, { request, visitor, day: dayOf(visit), expected: 'document' });
}

export type ClickFacts = Omit<PendingClick, 'settle'>;

/**
 * The click of a visit.
 * @param validity undefined where the click counts, as the first or a repeated one
 * @param mayClaim whether the click may be the visitor's first of the day
 */
export function clickOf(
  deps: RecordClickDeps,
  visit: Visit,
  validity: Validity | undefined,
  mayClaim: boolean,
): ClickFacts {
  const { resolved, query, request, agent, place, now, consent } = visit;
  const { link } = resolved;
  if (!isIdentified(visit)) return unidentifiedClick(deps, { link, consent, validity, now });
  const { visitor } = visit;
  const { headers, ip } = request;
  return {
    parts: {
      clickId: deps.newId(),
      occurredAtMs: now.getTime(),
      visitorId: visitor.visitorId,
      ip,
      referrer: headerOf(headers, 'referer')?.slice(0, MAX_REFERRER) ?? null,
      link,
      params: query.size === 0 ? ownParamsOf(resolved) : campaignParamsOf(resolved, query),
      agent,
      place,
      fetchMetadata: fetchMetadataOf(headers),
      traffic: trafficOf(deps, visit),
      consent,
    },
    validity,
    claim: mayClaim ? claimOf(deps, visit) : undefined,
    newVisitor: isNew(visit)
      ? { day: dayOf(visit), linkId: link.linkId, visitor: visitor.visitorId }
      : undefined,
  };
}

/** The query of a URL; one empty object for those without, because clicks are many. */
export const queryOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return mark < 0 ? EMPTY_QUERY : new URLSearchParams(url.slice(mark));
};

export function visitOf(
  deps: RecordClickDeps,
  resolved: ResolvedLink,
  request: RequestHead,
): Visit {
  const { headers, ip, url } = request;
  const consent = consentOfVisit(deps, url, resolved.campaign);
  return {
    resolved,
    query: queryOf(request.url),
    request,
    agent: deps.readAgent((headerOf(headers, 'user-agent') ?? '').slice(0, MAX_AGENT)),
    place: deps.findPlace(ip),
    // The cookie of a visitor who refused is not read.
    visitor: isDenied(consent)
      ? undefined
      : deps.visitorCookies.identify(headerOf(headers, 'cookie')),
    now: deps.clock.now(),
    consent,
  };
}

/** Classifies the click as far as this instance can alone, and by the caps of its campaign. */
export async function classify(deps: RecordClickDeps, visit: Visit): Promise<ClickFacts> {
  const invalidity = invalidityOf(deps, visit);
  if (invalidity !== undefined) return clickOf(deps, visit, invalidity, false);
  const { resolved, now } = visit;
  // A click that cannot earn takes no place within the caps.
  const isCapped = hasClickCap(resolved) && isIdentified(visit);
  const isWithin = !isCapped || (await deps.clickCaps.admit(resolved.campaign, now));
  return clickOf(deps, visit, isWithin ? undefined : 'capped', true);
}

/** Makes a click durable. @throws unavailable where it cannot be stored */
export function storeClick(
  { clickLog }: Pick<Deps, 'clickLog'>,
  click: ClickFacts,
): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  clickLog.record({
    ...click,
    ...storedTraceparent(),
    settle: (error) => {
      if (error === undefined) resolve(undefined);
      else reject(error);
    },
  });
  return promise;
}
