import { type ClickRow } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { type Agent } from '../../domain/agent.ts';
import { decideInvalidity, requireRedirect, unknownLink } from '../../domain/click.ts';
import { locationFor, subIdsOf, utmOf } from '../../domain/destination.ts';
import { isLimited } from '../../domain/limits.ts';
import {
  fetchMetadataOf,
  headerOf,
  isNoVisit,
  languagesOf,
  visitorCookie,
  visitorOf,
} from '../../domain/visit.ts';
import { type Deps } from '../../deps.ts';
import { type DirectedLink } from '../../edge/link-directory.ts';
import { type Place } from '../../edge/places.ts';

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
  readonly now: Date;
}

/** Whether the click is a person's first or one more of the day, or why it is neither. */
async function judgeVisit(deps: Deps, visit: Visit): Promise<ClickRow['validity']> {
  const { found, agent, place, request, visitorId, userAgent, now } = visit;
  const { targeting } = found.campaign;
  const spoken = targeting.languages.length === 0 ? undefined : request.headers;
  const languages = spoken === undefined ? [] : languagesOf(headerOf(spoken, 'accept-language'));
  const visitor = { device: agent.device, isBot: agent.isBot, languages, country: place.country };
  const invalidity = decideInvalidity(found, visitor);
  if (invalidity !== undefined) return invalidity;
  const hasCookie = visitorOf(headerOf(request.headers, 'cookie')) !== undefined;
  // Without a cookie the visitor is address and agent; the new cookie is claimed as well, so that
  // the next click with it is known to be one more.
  const anonymous = hasCookie ? [] : [deps.anonymousVisitor(request.ip, userAgent)];
  const isFirst = await deps.clickCache.claimFirst({
    day: now.toISOString().slice(0, 10),
    linkId: found.link.linkId,
    visitors: [...anonymous, visitorId],
  });
  if (isLimited(found.campaign.caps?.clicks)) {
    if (!(await deps.clickCaps.admit(found.campaign, now))) return 'capped';
  }
  return isFirst ? 'valid' : 'duplicate';
}

function clickOf(clickId: string, visit: Visit, validity: ClickRow['validity']): ClickRow {
  const { found, asked, request, agent, place, userAgent, visitorId, now } = visit;
  const { link, destination } = found;
  return {
    clickId,
    occurredAt: now.toISOString(),
    linkId: link.linkId,
    trackingCode: link.trackingCode,
    campaignId: link.campaignId,
    brandId: link.brandId,
    affiliateId: link.affiliateId,
    visitorId,
    ip: request.ip,
    userAgent,
    referrer: headerOf(request.headers, 'referer')?.slice(0, MAX_REFERRER) ?? null,
    utm: utmOf(destination, asked),
    subIds: subIdsOf(link.subIds, asked),
    ...agent,
    ...place,
    isUnique: validity === 'valid',
    validity,
    fetchMetadata: fetchMetadataOf(request.headers),
  };
}

/**
 * Sends a visitor on and records the click: it is durable before the answer. A look ahead (HEAD,
 * prefetch) is sent on without a click.
 * @throws not_found link_not_found; unavailable where the click cannot be kept
 */
export const followLink =
  (deps: Deps) =>
  async (trackingCode: string, request: RequestFacts): Promise<Redirect> => {
    const found = await deps.directory.find(trackingCode);
    if (found === undefined) throw unknownLink();
    requireRedirect(found);
    const mark = request.url.indexOf('?');
    const asked = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark));
    if (isNoVisit(request.method, request.headers)) {
      return { location: locationFor(found.destination, asked, undefined) };
    }
    const userAgent = (headerOf(request.headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
    const visit: Visit = {
      found,
      asked,
      request,
      userAgent,
      agent: deps.readAgent(userAgent),
      place: deps.findPlace(request.ip),
      visitorId: visitorOf(headerOf(request.headers, 'cookie')) ?? deps.newId(),
      now: deps.clock.now(),
    };
    const click = clickOf(deps.newId(), visit, await judgeVisit(deps, visit));
    deps.rush.note();
    await deps.clickLog.record(click, request.requestId);
    return {
      location: locationFor(found.destination, asked, click.clickId),
      cookie: visitorCookie(visit.visitorId, deps.config.publicUrl.startsWith('https:')),
    };
  };
