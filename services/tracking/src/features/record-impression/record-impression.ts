import { impressionRecorded } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  decideInvalidity,
  type KnownLink,
  linkNotFound,
  requireRedirect,
} from '../../domain/click.ts';
import { headerOf, isPrefetch, languagesOf, visitorOf } from '../../domain/visit.ts';

const MAX_AGENT = 1_024;

type ImpressionDeps = Pick<
  Deps,
  | 'anonymousVisitorId'
  | 'clickCache'
  | 'clock'
  | 'directory'
  | 'findPlace'
  | 'newId'
  | 'publisher'
  | 'readAgent'
>;

/**
 * Records an impression of a link's creative, which is durable before the answer. Bots, visitors outside
 * the targeting and campaigns that are not active make no impressions.
 * @returns whether the impression counts
 * @throws not_found link_not_found; unavailable where the impression cannot be published
 */
export const recordImpression =
  (deps: ImpressionDeps) =>
  async (trackingCode: string, request: RequestFacts): Promise<boolean> => {
    const resolved = await deps.directory.find(trackingCode);
    if (resolved === undefined) throw linkNotFound();
    requireRedirect(resolved);
    if (isPrefetch(request.method, request.headers)) return false;
    const userAgent = (headerOf(request.headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
    if (!isTargeted(deps, resolved, request, userAgent)) return false;
    await publish(deps, resolved, visitorIn(deps, request, userAgent));
    return true;
  };

/** The visitor by cookie, else by address and user agent: images on other sites get no cookie. */
const visitorIn = (
  deps: ImpressionDeps,
  { headers, ip }: RequestFacts,
  userAgent: string,
): string => visitorOf(headerOf(headers, 'cookie')) ?? deps.anonymousVisitorId(ip, userAgent);

function isTargeted(
  deps: ImpressionDeps,
  resolved: KnownLink,
  { headers, ip }: RequestFacts,
  userAgent: string,
): boolean {
  if (resolved.campaign.status !== 'active') return false;
  const { device, isBot } = deps.readAgent(userAgent);
  const languages = languagesOf(headerOf(headers, 'accept-language'));
  const { country } = deps.findPlace(ip);
  const visitor = { device, isBot, languages, country, searches: [] };
  return decideInvalidity(resolved, visitor) === undefined;
}

async function publish(deps: ImpressionDeps, { link }: KnownLink, visitor: string): Promise<void> {
  const { linkId, campaignId, brandId, affiliateId } = link;
  const now = deps.clock.now();
  const occurredAt = now.toISOString();
  // A separate claim: a visitor's first click stays unique after an impression.
  const claim = { day: occurredAt.slice(0, 10), linkId: `look:${linkId}`, visitor };
  const isUnique = await deps.clickCache.claimFirst(claim);
  const impressionId = deps.newId();
  const data = { impressionId, occurredAt, linkId, campaignId, brandId, affiliateId, isUnique };
  const event = impressionRecorded(data);
  // The event has the impression's id, so that consumers recognise a repetition.
  await deps.publisher.send({ ...event, id: impressionId, occurredAt: now });
}
