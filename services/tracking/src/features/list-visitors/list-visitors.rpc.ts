import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { instantOf, nextPosition, pagePositionOf, pageTextOf } from '../../domain/page-position.ts';
import { type VisitorRow } from '../../store/journey-store.ts';

type VisitorsDeps = Pick<Deps, 'findLine' | 'hashVisitor' | 'journeys'>;

const PAGE_SIZE = 5_000;

/** The visitor of a click under the pseudonyms of its count; none where the address is not known or not public. */
function visitorOf({ findLine, hashVisitor }: VisitorsDeps, row: VisitorRow) {
  const { countable, ip, visitorId, campaignId, affiliateId, occurredAt } = row;
  const address = countable && ip !== undefined ? findLine(ip).address : null;
  if (address === null) return [];
  const visitor = hashVisitor(visitorId);
  return [{ campaignId, affiliateId, occurredAt: occurredAt.toISOString(), visitor, address }];
}

/** Pages of who made the clicks that can earn, the oldest click first. */
export const listVisitorsRpc = (deps: VisitorsDeps) =>
  rpc('tributary.tracking.v1.Clicks', 'ListVisitors', async ({ since, after }) => {
    const before = pagePositionOf(after);
    const page = { after: before, limit: PAGE_SIZE };
    const rows = await deps.journeys.listVisitors(instantOf(since), page);
    const places = rows.map(({ occurredAt }) => ({ of: '', at: occurredAt }));
    return {
      visitors: rows.flatMap((row) => visitorOf(deps, row)),
      next: pageTextOf(nextPosition(places, PAGE_SIZE, before)),
    };
  });
