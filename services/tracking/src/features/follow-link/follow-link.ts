import { type ClickRow } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { type Agent } from '../../domain/agent.ts';
import { decideInvalidity, isCountable, requireRedirect, unknownLink } from '../../domain/click.ts';
import { clickText } from '../../domain/click-json.ts';
import { locationFor, subIdsOf, utmOf } from '../../domain/destination.ts';
import { isLimited } from '../../domain/limits.ts';
import { searchesOf } from '../../domain/search-terms.ts';
import {
  fetchMetadataOf,
  headerOf,
  isNoVisit,
  languagesOf,
  visitorCookie,
  visitorOf,
} from '../../domain/visit.ts';
import { type Deps } from '../../deps.ts';
import { type DirectedLink } from '../../workflows/link-directory.ts';
import { type Place } from '../../clients/geo-location.ts';
import { type WrittenClick } from '../../store/click-cache.ts';

const MAX_AGENT = 1_024;
const MAX_REFERRER = 2_048;

export interface Redirect {
  readonly location: string;
  /** Absent where there was no visit. */
  readonly cookie?: string;
}

interface Visit {
  readonly found: DirectedLink;
  readonly asked: URLSearchParams;
  readonly request: RequestFacts;
  readonly agent: Agent;
  readonly place: Place;
  readonly userAgent: string;
  readonly visitorId: string;
  /** Whether the visitor has no cookie yet. */
  readonly isNew: boolean;
  readonly now: Date;
  /** `now` as ISO text. */
  readonly at: string;
}

const dayOf = ({ at }: Visit): string => at.slice(0, 10);

/** What was searched for, where it matters: clicks are many. */
function searchesBefore({ found, asked, request }: Visit): string[] {
  if ((found.campaign.targeting.excludedKeywords ?? []).length === 0) return [];
  const referrer = headerOf(request.headers, 'referer');
  return searchesOf(referrer, utmOf(found.destination, asked).term);
}

/** Why the click cannot be a person's first or one more; undefined where it is either. */
function invalidityOf(visit: Visit) {
  const { found, agent, place, request } = visit;
  const { targeting } = found.campaign;
  const spoken = targeting.languages.length === 0 ? undefined : request.headers;
  const languages = spoken === undefined ? [] : languagesOf(headerOf(spoken, 'accept-language'));
  const { device, isBot } = agent;
  const searches = searchesBefore(visit);
  return decideInvalidity(found, { device, isBot, languages, country: place.country, searches });
}

/** Whether the visitor is there for the first time today. */
function claimFirst(deps: Deps, visit: Visit): boolean | Promise<boolean> {
  const { found, request, visitorId, userAgent, isNew } = visit;
  // Without a cookie the visitor is address and agent.
  const visitor = isNew ? deps.anonymousVisitor(request.ip, userAgent) : visitorId;
  return deps.clickCache.claimFirst({ day: dayOf(visit), linkId: found.link.linkId, visitor });
}

type Validity = ClickRow['validity'];

const validityOf = (isFirst: boolean): Validity => (isFirst ? 'valid' : 'duplicate');

/** Whether the click is a person's first or one more of the day, or why it is neither. */
function judgeVisit(deps: Deps, visit: Visit): Validity | Promise<Validity> {
  const invalidity = invalidityOf(visit);
  if (invalidity !== undefined) return invalidity;
  const { campaign } = visit.found;
  const isFirst = claimFirst(deps, visit);
  if (isLimited(campaign.caps?.clicks)) {
    // Asked together: neither answer depends on the other, and each is a way to Redis and back.
    const answers = Promise.all([isFirst, deps.clickCaps.admit(campaign, visit.now)]);
    return answers.then(([first, isWithin]) => (isWithin ? validityOf(first) : 'capped'));
  }
  return typeof isFirst === 'boolean' ? validityOf(isFirst) : isFirst.then(validityOf);
}

const askedFor = ({ destination, link }: DirectedLink, asked: URLSearchParams) => ({
  utm: utmOf(destination, asked),
  subIds: subIdsOf(link.subIds, asked),
});

const NOTHING_ASKED = new URLSearchParams();
/** What a click has of its link alone, which is the same for all that ask for nothing else. */
const unasked = new WeakMap<DirectedLink, ReturnType<typeof askedFor>>();

function unaskedFor(found: DirectedLink): ReturnType<typeof askedFor> {
  const known = unasked.get(found);
  if (known !== undefined) return known;
  const given = askedFor(found, NOTHING_ASKED);
  unasked.set(found, given);
  return given;
}

function writeClick(clickId: string, visit: Visit, validity: Validity): WrittenClick {
  const { found, asked, request, agent, place, userAgent, visitorId, isNew, now, at } = visit;
  const { link } = found;
  const { linkId } = link;
  const { headers, ip } = request;
  const referrer = headerOf(headers, 'referer')?.slice(0, MAX_REFERRER) ?? null;
  const countable = isCountable({ validity });
  return {
    clickId,
    linkId,
    occurredAt: now,
    countable,
    text: clickText({
      own: { clickId, occurredAt: at, visitorId, ip, userAgent, referrer, validity },
      link,
      asked: asked.size === 0 ? unaskedFor(found) : askedFor(found, asked),
      agent,
      place,
      fetchMetadata: fetchMetadataOf(headers),
    }),
    // The next click with the new cookie is one more.
    newcomer: countable && isNew ? { day: dayOf(visit), linkId, visitor: visitorId } : undefined,
  };
}

const queryOf = (url: string): URLSearchParams => {
  const mark = url.indexOf('?');
  return mark < 0 ? NOTHING_ASKED : new URLSearchParams(url.slice(mark));
};

function visitBy(deps: Deps, found: DirectedLink, request: RequestFacts): Visit {
  const { headers, ip } = request;
  const userAgent = (headerOf(headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
  const returning = visitorOf(headerOf(headers, 'cookie'));
  const now = deps.clock.now();
  return {
    found,
    asked: queryOf(request.url),
    request,
    userAgent,
    agent: deps.readAgent(userAgent),
    place: deps.findPlace(ip),
    visitorId: returning ?? deps.newId(),
    isNew: returning === undefined,
    now,
    at: now.toISOString(),
  };
}

function lookAhead({ destination }: DirectedLink, request: RequestFacts): Promise<Redirect> {
  const location = locationFor(destination, queryOf(request.url), undefined);
  return Promise.resolve({ location });
}

/**
 * Sends a visitor on and records the click: it is durable before the answer. A look ahead (HEAD,
 * prefetch) is sent on without a click. What needs no waiting is done without a promise, because the
 * calls are many.
 * @throws not_found link_not_found; unavailable where the click cannot be kept
 */
export const followLink = (deps: Deps) => {
  const isSecure = deps.config.publicUrl.startsWith('https:');

  const record = (visit: Visit, validity: Validity): Promise<Redirect> => {
    const click = writeClick(deps.newId(), visit, validity);
    deps.rush.note();
    return deps.clickLog.record(click, visit.request.requestId).then(() => ({
      location: locationFor(visit.found.destination, visit.asked, click.clickId),
      cookie: visitorCookie(visit.visitorId, isSecure),
    }));
  };

  const sendOn = (found: DirectedLink | undefined, request: RequestFacts): Promise<Redirect> => {
    if (found === undefined) throw unknownLink();
    requireRedirect(found);
    if (isNoVisit(request.method, request.headers)) return lookAhead(found, request);
    const visit = visitBy(deps, found, request);
    const validity = judgeVisit(deps, visit);
    if (typeof validity === 'string') return record(visit, validity);
    return validity.then((judged) => record(visit, judged));
  };

  return (trackingCode: string, request: RequestFacts): Promise<Redirect> => {
    const known = deps.directory.peek(trackingCode);
    if (known !== undefined) return sendOn(known, request);
    return deps.directory.find(trackingCode).then((found) => sendOn(found, request));
  };
};
