import { impressionRecorded, type ImpressionRow, type PaidTraffic } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { type IdentifiedVisitor } from '../../clients/visitor-cookies.ts';
import { type Deps } from '../../deps.ts';
import {
  decideInvalidity,
  type KnownLink,
  linkNotFound,
  requireRedirect,
} from '../../domain/click.ts';
import { isDenied } from '../../domain/consent.ts';
import { embeddedVisitorCookie, headerOf, isPrefetch, languagesOf } from '../../domain/visit.ts';
import { paidTrafficOf } from '../../workflows/paid-traffic.ts';
import { consentOfVisit } from '../../workflows/visit-consent.ts';

const MAX_AGENT = 1_024;

type ImpressionDeps = Pick<
  Deps,
  | 'anonymousVisitorId'
  | 'clickCache'
  | 'clock'
  | 'config'
  | 'directory'
  | 'findNetwork'
  | 'findPlace'
  | 'hashAddress'
  | 'newId'
  | 'newRandomId'
  | 'publisher'
  | 'readAgent'
  | 'visitorCookies'
>;

export interface RecordedImpression {
  /** The visitor's cookie, renewed; absent for a visitor who refused. */
  readonly cookie?: string;
}

interface View {
  readonly known: KnownLink;
  readonly request: RequestFacts;
  readonly userAgent: string;
  readonly visitor: IdentifiedVisitor;
}

/**
 * Records an impression of a link's creative, which is durable before the answer. Bots, visitors outside
 * the targeting and campaigns that are not active make no impressions.
 * @returns undefined where the impression does not count
 * @throws not_found link_not_found; unavailable where the impression cannot be published
 */
export const recordImpression =
  (deps: ImpressionDeps) =>
  async (trackingCode: string, request: RequestFacts): Promise<RecordedImpression | undefined> => {
    const known = await deps.directory.find(trackingCode);
    if (known === undefined) throw linkNotFound();
    requireRedirect(known);
    if (isPrefetch(request.method, request.headers)) return undefined;
    const userAgent = (headerOf(request.headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
    if (!isTargeted(deps, known, request, userAgent)) return undefined;
    if (isDenied(consentOfVisit(deps, request.url, known.campaign))) {
      await publishUnidentified(deps, known);
      return {};
    }
    const visitor = deps.visitorCookies.identify(headerOf(request.headers, 'cookie'));
    await publish(deps, { known, request, userAgent, visitor });
    const isSecure = deps.config.publicUrl.startsWith('https:');
    return { cookie: embeddedVisitorCookie(visitor.cookie, isSecure) };
  };

/** Whether this is the visitor's first impression of the link on the day. */
async function claimFirst(deps: ImpressionDeps, view: View, day: string): Promise<boolean> {
  const { known, request, userAgent, visitor } = view;
  // A separate claim: a visitor's first click stays unique after an impression.
  const claim = (visitorId: string) =>
    deps.clickCache.claimFirst({ day, linkId: `look:${known.link.linkId}`, visitor: visitorId });
  if (visitor.trust === 'signed') return claim(visitor.visitorId);
  // Without a cookie, address and user agent identify the visitor; the next impression has the new cookie.
  const anonymous = deps.anonymousVisitorId(request.ip, userAgent);
  const [isFirst] = await Promise.all([claim(anonymous), claim(visitor.visitorId)]);
  return isFirst;
}

function trafficOf(deps: ImpressionDeps, view: View, day: string): PaidTraffic | undefined {
  const { known, request, visitor } = view;
  if (known.campaign.type !== 'impression') return undefined;
  return paidTrafficOf(deps, { request, visitor, day, expected: 'image' });
}

function isTargeted(
  deps: ImpressionDeps,
  resolved: KnownLink,
  { headers, ip }: RequestFacts,
  userAgent: string,
): boolean {
  if (resolved.campaign.status !== 'active' || resolved.isSuspended === true) return false;
  const { device, isBot } = deps.readAgent(userAgent);
  const languages = languagesOf(headerOf(headers, 'accept-language'));
  const { country } = deps.findPlace(ip);
  const visitor = { device, isBot, languages, country, searches: [] };
  return decideInvalidity(resolved, visitor) === undefined;
}

async function publish(deps: ImpressionDeps, view: View): Promise<void> {
  const now = deps.clock.now();
  const day = now.toISOString().slice(0, 10);
  const isUnique = await claimFirst(deps, view, day);
  const traffic = trafficOf(deps, view, day);
  const facts = { isUnique, ...(traffic === undefined ? {} : { traffic }) };
  await send(deps, view.known, { ...facts, impressionId: deps.newId(), at: now });
}

/** The impression of a visitor who refused: its link and minute. It is nobody's first, and so pays nothing. */
async function publishUnidentified(deps: ImpressionDeps, known: KnownLink): Promise<void> {
  const at = new Date(Math.floor(deps.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  await send(deps, known, { isUnique: false, impressionId: deps.newRandomId(), at });
}

type ImpressionFacts = Pick<ImpressionRow, 'isUnique' | 'traffic' | 'impressionId'>;

async function send(
  { publisher }: ImpressionDeps,
  { link: { linkId, campaignId, brandId, affiliateId } }: KnownLink,
  { at, ...facts }: ImpressionFacts & { readonly at: Date },
): Promise<void> {
  const ids = { linkId, campaignId, brandId, affiliateId };
  const event = impressionRecorded({ ...ids, ...facts, occurredAt: at.toISOString() });
  // The event has the impression's id, so that consumers recognise a repetition.
  await publisher.send({ ...event, id: facts.impressionId, occurredAt: at });
}
