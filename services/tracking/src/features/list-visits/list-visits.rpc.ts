import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { instantOf, nextPosition, pagePositionOf, pageTextOf } from '../../domain/page-position.ts';

const PAGE_SIZE = 5_000;

/** Pages of a campaign's clicks that can earn, visitor by visitor, and of held-out visitors where they are requested. */
export const listVisitsRpc = ({ journeys }: Pick<Deps, 'journeys'>) =>
  rpc('tributary.tracking.v1.Clicks', 'ListVisits', async (request) => {
    const { campaignId, since, after, withHeldOut } = request;
    const before = pagePositionOf(after);
    const page = { after: before, limit: PAGE_SIZE, withHeldOut };
    const rows = await journeys.listVisits(campaignId, instantOf(since), page);
    const places = rows.map(({ visitorId, occurredAt }) => ({ of: visitorId, at: occurredAt }));
    return {
      visits: rows.map(({ visitorId, affiliateId, isHeldOut, occurredAt }) => ({
        visitorId,
        affiliateId,
        isHeldOut,
        occurredAt: withHeldOut ? occurredAt.toISOString() : '',
      })),
      next: pageTextOf(nextPosition(places, PAGE_SIZE, before)),
    };
  });
