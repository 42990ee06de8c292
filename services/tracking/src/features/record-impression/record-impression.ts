import { impressionRecorded } from '@tributary/contracts';
import { type RequestFacts } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import {
  decideInvalidity,
  type KnownLink,
  requireRedirect,
  unknownLink,
} from '../../domain/click.ts';
import { headerOf, isNoVisit, languagesOf, visitorOf } from '../../domain/visit.ts';

const MAX_AGENT = 1_024;

/**
 * Records that a person saw a link's creative: durable before the answer. Looks of bots, of those whom
 * the campaign does not want, and of campaigns that are not live are no impressions.
 * @returns whether it counts
 * @throws not_found link_not_found; unavailable where it cannot be kept
 */
export const recordImpression =
  (deps: Deps) =>
  async (trackingCode: string, request: RequestFacts): Promise<boolean> => {
    const found = await deps.directory.find(trackingCode);
    if (found === undefined) throw unknownLink();
    requireRedirect(found);
    if (isNoVisit(request.method, request.headers)) return false;
    const userAgent = (headerOf(request.headers, 'user-agent') ?? '').slice(0, MAX_AGENT);
    if (!isWanted(deps, found, request, userAgent)) return false;
    await publish(deps, found, visitorIn(deps, request, userAgent));
    return true;
  };

/** An image on a page of somebody else's comes without our cookie: then it is address and agent. */
const visitorIn = (deps: Deps, { headers, ip }: RequestFacts, userAgent: string): string =>
  visitorOf(headerOf(headers, 'cookie')) ?? deps.anonymousVisitor(ip, userAgent);

function isWanted(
  deps: Deps,
  found: KnownLink,
  { headers, ip }: RequestFacts,
  userAgent: string,
): boolean {
  if (found.campaign.status !== 'active') return false;
  const { device, isBot } = deps.readAgent(userAgent);
  const languages = languagesOf(headerOf(headers, 'accept-language'));
  const { country } = deps.findPlace(ip);
  return decideInvalidity(found, { device, isBot, languages, country, searches: [] }) === undefined;
}

async function publish(deps: Deps, { link }: KnownLink, visitor: string): Promise<void> {
  const { linkId, campaignId, brandId, affiliateId } = link;
  const now = deps.clock.now();
  const occurredAt = now.toISOString();
  // Who saw it may click it as well, so that a look claims another place than a click.
  const look = { day: occurredAt.slice(0, 10), linkId: `look:${linkId}`, visitor };
  const isUnique = await deps.clickCache.claimFirst(look);
  const impressionId = deps.newId();
  const facts = { impressionId, occurredAt, linkId, campaignId, brandId, affiliateId, isUnique };
  const event = impressionRecorded(facts);
  // Its id is its event's: what is published twice is recognised everywhere.
  await deps.publisher.send({ ...event, id: impressionId, occurredAt: now });
}
