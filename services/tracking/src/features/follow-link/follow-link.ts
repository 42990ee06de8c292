import { type ClickRow, isLimited, type PaidTraffic } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { type Place } from '../../clients/geo-location.ts';
import { type IdentifiedVisitor } from '../../clients/visitor-cookies.ts';
import { type Deps } from '../../deps.ts';
import { type Agent } from '../../domain/agent.ts';
import { clickJson } from '../../domain/click-json.ts';
import {
  decideInvalidity,
  isCountable,
  linkNotFound,
  requireRedirect,
} from '../../domain/click.ts';
import { locationFor, subIdsOf, utmOf } from '../../domain/destination.ts';
import { searchesOf } from '../../domain/search-terms.ts';
import {
  fetchMetadataOf,
  headerOf,
  isPrefetch,
  languagesOf,
  visitorCookie,
} from '../../domain/visit.ts';
import { type SerializedClick } from '../../store/click-cache.ts';
import { type ResolvedLink } from '../../workflows/link-directory.ts';
import { paidTrafficOf } from '../../workflows/paid-traffic.ts';

const MAX_AGENT = 1_024;
const MAX_REFERRER = 2_048;

export interface Redirect {
  readonly location: string;
  /** Absent where there was no visit. */
  readonly cookie?: string;
}

type FollowDeps = Pick<
  Deps,
  | 'anonymousVisitorId'
  | 'clickCache'
  | 'clickCaps'
  | 'clickLog'
  | 'clock'
  | 'config'
  | 'directory'
  | 'findNetwork'
  | 'findPlace'
  | 'hashAddress'
  | 'newId'
  | 'readAgent'
  | 'visitorCookies'
>;

interface Visit {
  readonly resolved: ResolvedLink;
  readonly query: URLSearchParams;
  readonly request: RequestFacts;
  readonly agent: Agent;
  readonly place: Place;
  readonly userAgent: string;
  readonly visitor: IdentifiedVisitor;
  readonly now: Date;
  /** `now` as ISO text. */
  readonly at: string;
}

/** Whether the visitor has no cookie of ours yet. */
const isNew = ({ visitor }: Visit): boolean => visitor.trust !== 'signed';

const dayOf = ({ at }: Visit): string => at.slice(0, 10);

/** The visitor's search terms; read only for campaigns with excluded keywords, because clicks are many. */
function searchesBefore({ resolved, query, request }: Visit): string[] {
  if ((resolved.campaign.targeting.excludedKeywords ?? []).length === 0) return [];
  const referrer = headerOf(request.headers, 'referer');
  return searchesOf(referrer, utmOf(resolved.destination, query).term);
}

/** The reason why the click does not count; undefined for a countable click. */
function invalidityOf(visit: Visit) {
  const { resolved, agent, place, request } = visit;
  const { targeting } = resolved.campaign;
  const headers = targeting.languages.length === 0 ? undefined : request.headers;
  const languages = headers === undefined ? [] : languagesOf(headerOf(headers, 'accept-language'));
  const { device, isBot } = agent;
  const searches = searchesBefore(visit);
  return decideInvalidity(resolved, { device, isBot, languages, country: place.country, searches });
}

/** Whether this is the visitor's first click on the link today. */
function claimFirst(deps: FollowDeps, visit: Visit): boolean | Promise<boolean> {
  const { resolved, request, userAgent } = visit;
  // Without a cookie, address and user agent identify the visitor.
  const visitor = isNew(visit)
    ? deps.anonymousVisitorId(request.ip, userAgent)
    : visit.visitor.visitorId;
  return deps.clickCache.claimFirst({ day: dayOf(visit), linkId: resolved.link.linkId, visitor });
}

type Validity = ClickRow['validity'];

const validityOf = (isFirst: boolean): Validity => (isFirst ? 'valid' : 'duplicate');

/** Classifies the click: first of the day, repeated, or not countable. */
function classifyVisit(deps: FollowDeps, visit: Visit): Validity | Promise<Validity> {
  const invalidity = invalidityOf(visit);
  if (invalidity !== undefined) return invalidity;
  const { campaign } = visit.resolved;
  const isFirst = claimFirst(deps, visit);
  if (isLimited(campaign.caps?.clicks)) {
    // In parallel: the two results are independent, and each costs a round trip to Redis.
    const results = Promise.all([isFirst, deps.clickCaps.admit(campaign, visit.now)]);
    return results.then(([first, isWithin]) => (isWithin ? validityOf(first) : 'capped'));
  }
  return typeof isFirst === 'boolean' ? validityOf(isFirst) : isFirst.then(validityOf);
}

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

function trafficOf(deps: FollowDeps, visit: Visit): PaidTraffic | undefined {
  const { resolved, request, visitor } = visit;
  if (resolved.campaign.type !== 'click') return undefined;
  return paidTrafficOf(deps, { request, visitor, day: dayOf(visit), expected: 'document' });
}

function serializeVisit(deps: FollowDeps, visit: Visit, validity: Validity): SerializedClick {
  const { resolved, query, request, agent, place, userAgent, now, at } = visit;
  const { visitorId } = visit.visitor;
  const clickId = deps.newId();
  const { link } = resolved;
  const { linkId } = link;
  const { headers, ip } = request;
  const referrer = headerOf(headers, 'referer')?.slice(0, MAX_REFERRER) ?? null;
  const countable = isCountable({ validity });
  return {
    clickId,
    linkId,
    occurredAt: now,
    countable,
    json: clickJson({
      own: { clickId, occurredAt: at, visitorId, ip, userAgent, referrer, validity },
      link,
      params: query.size === 0 ? ownParamsOf(resolved) : campaignParamsOf(resolved, query),
      agent,
      place,
      fetchMetadata: fetchMetadataOf(headers),
      traffic: trafficOf(deps, visit),
    }),
    // The next click with the new cookie is a repeated one.
    newVisitor:
      countable && isNew(visit) ? { day: dayOf(visit), linkId, visitor: visitorId } : undefined,
  };
}

const queryOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return mark < 0 ? EMPTY_QUERY : new URLSearchParams(url.slice(mark));
};

function visitOf(deps: FollowDeps, resolved: ResolvedLink, request: RequestFacts): Visit {
  const { headers, ip } = request;
  const userAgent = (headerOf(headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
  const now = deps.clock.now();
  return {
    resolved,
    query: queryOf(request.url),
    request,
    userAgent,
    agent: deps.readAgent(userAgent),
    place: deps.findPlace(ip),
    visitor: deps.visitorCookies.identify(headerOf(headers, 'cookie')),
    now,
    at: now.toISOString(),
  };
}

function redirectWithoutClick(
  { destination }: ResolvedLink,
  request: RequestFacts,
): Promise<Redirect> {
  const location = locationFor(destination, queryOf(request.url), undefined);
  return Promise.resolve({ location });
}

/**
 * Redirects a visitor and records the click, which is durable before the answer. HEAD requests and
 * prefetches are redirected without a click. Steps that need no waiting use no promise, because redirects
 * are the most frequent calls.
 * @throws not_found link_not_found; unavailable where the click cannot be stored
 */
export const followLink = (deps: FollowDeps) => {
  const isSecure = deps.config.publicUrl.startsWith('https:');

  const record = (visit: Visit, validity: Validity): Promise<Redirect> => {
    const click = serializeVisit(deps, visit, validity);
    return deps.clickLog.record(click, visit.request.requestId).then(() => ({
      location: locationFor(visit.resolved.destination, visit.query, click.clickId),
      cookie: visitorCookie(visit.visitor.cookie, isSecure),
    }));
  };

  const redirect = (
    resolved: ResolvedLink | undefined,
    request: RequestFacts,
  ): Promise<Redirect> => {
    if (resolved === undefined) throw linkNotFound();
    requireRedirect(resolved);
    if (isPrefetch(request.method, request.headers)) return redirectWithoutClick(resolved, request);
    const visit = visitOf(deps, resolved, request);
    const validity = classifyVisit(deps, visit);
    if (typeof validity === 'string') return record(visit, validity);
    return validity.then((classified) => record(visit, classified));
  };

  return (trackingCode: string, request: RequestFacts): Promise<Redirect> => {
    const cached = deps.directory.peek(trackingCode);
    if (cached !== undefined) return redirect(cached, request);
    return deps.directory.find(trackingCode).then((resolved) => redirect(resolved, request));
  };
};
