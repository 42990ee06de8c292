import { invalid } from '@tributary/errors';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { ERASED_VISITOR } from '../../domain/click.ts';
import { instantOf } from '../../domain/page-position.ts';
import { type JourneyTouch } from '../../store/journey-store.ts';

/** The journey of an order; `from` and `to` are ISO 8601. */
export interface JourneyQuery {
  readonly clickId: string;
  readonly campaignId: string;
  readonly visitorIds: readonly string[];
  readonly byDevice: boolean;
  readonly from: string;
  readonly to: string;
  /** Whether the own click has the whole credit. */
  readonly ownClickSuffices: boolean;
}

type JourneyDeps = Pick<Deps, 'areClicksStored' | 'clock' | 'journeys'>;

const MAX_QUERIES = 500;
/** Clicks are stored much sooner, unless the projection has a backlog. */
const SURELY_STORED_MS = 10 * SECOND_MS;

interface Search {
  readonly campaignId: string;
  readonly own: JourneyTouch | undefined;
  readonly visitors: ReadonlySet<string>;
  readonly fingerprint: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

export interface FoundJourney {
  readonly own: JourneyTouch | undefined;
  readonly touches: readonly JourneyTouch[];
  /** Whether some clicks may not be stored yet. */
  readonly isIncomplete: boolean;
}

function visitorsOf(own: JourneyTouch | undefined, others: readonly string[]): Set<string> {
  const visitors = new Set(own === undefined ? [] : [own.visitorId, ...others]);
  // The clicks of all erased visitors have this one.
  visitors.delete(ERASED_VISITOR);
  return visitors;
}

function searchOf(query: JourneyQuery, clicks: ReadonlyMap<string, JourneyTouch>): Search {
  const own = clicks.get(query.clickId);
  return {
    campaignId: query.campaignId,
    own,
    visitors: visitorsOf(own, query.visitorIds),
    fingerprint: query.byDevice ? own?.fingerprint : undefined,
    from: instantOf(query.from),
    to: instantOf(query.to),
  };
}

/** One period that includes those of all searches, so that one query reads them all. */
function periodOf(searches: readonly Search[]): { from: Date; to: Date } {
  const from = Math.min(...searches.map((search) => search.from.getTime()));
  const to = Math.max(...searches.map((search) => search.to.getTime()));
  return { from: new Date(from), to: new Date(to) };
}

interface OwnClicks {
  readonly clicks: ReadonlyMap<string, JourneyTouch>;
  /** Whether some clicks may not be stored yet. */
  readonly isIncomplete: boolean;
}

/**
 * The own clicks of orders. Clicks that were acknowledged before the call are awaited for a moment: those of one visitor
 * lie in different partitions, so that an earlier one may be stored later. Where the own click has the whole credit
 * and is not of this moment, the earlier ones are stored, and nothing is awaited.
 */
async function findOwnClicks(
  { areClicksStored, clock, journeys }: JourneyDeps,
  queries: readonly JourneyQuery[],
): Promise<OwnClicks> {
  const ids = queries.map(({ clickId }) => clickId).filter((id) => id !== '');
  const before = clock.now().getTime() - SURELY_STORED_MS;
  const stored = await journeys.findEarning(ids);
  const isSettled = queries.every(({ clickId, ownClickSuffices }) => {
    const own = stored.get(clickId);
    return ownClickSuffices && own !== undefined && own.occurredAt.getTime() < before;
  });
  if (isSettled) return { clicks: stored, isIncomplete: false };
  const isIncomplete = !(await areClicksStored());
  const missing = ids.filter((id) => !stored.has(id));
  if (missing.length === 0) return { clicks: stored, isIncomplete };
  return { clicks: new Map([...stored, ...(await journeys.findEarning(missing))]), isIncomplete };
}

/**
 * The own clicks of orders with the other clicks of their visitors and devices, with three or four queries however many
 * orders there are.
 */
export const findJourneys =
  (deps: JourneyDeps) =>
  async (queries: readonly JourneyQuery[]): Promise<FoundJourney[]> => {
    if (queries.length > MAX_QUERIES) throw invalid('too_many_queries');
    if (queries.length === 0) return [];
    const { journeys } = deps;
    const { clicks, isIncomplete } = await findOwnClicks(deps, queries);
    const searches = queries.map((query) => searchOf(query, clicks));
    const shared = {
      campaignIds: searches.map(({ campaignId }) => campaignId),
      ...periodOf(searches),
    };
    const visitors = searches.flatMap((search) => [...search.visitors]);
    const fingerprints = searches.flatMap(({ fingerprint }) => fingerprint ?? []);
    const [ofVisitors, ofDevices] = await Promise.all([
      journeys.listLatest({ ...shared, by: 'visitorId', of: visitors }),
      journeys.listLatest({ ...shared, by: 'fingerprint', of: fingerprints }),
    ]);
    const byVisitor = Map.groupBy(ofVisitors, ({ visitorId }) => visitorId);
    const byDevice = Map.groupBy(ofDevices, ({ fingerprint }) => fingerprint);
    return searches.map((search) => {
      const found = [...search.visitors].flatMap((visitor) => byVisitor.get(visitor) ?? []);
      if (search.fingerprint !== undefined) found.push(...(byDevice.get(search.fingerprint) ?? []));
      const touches = found.filter(
        ({ campaignId, occurredAt }) =>
          campaignId === search.campaignId && occurredAt > search.from && occurredAt <= search.to,
      );
      return { own: search.own, touches, isIncomplete };
    });
  };
