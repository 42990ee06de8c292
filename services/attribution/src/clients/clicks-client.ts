import { grpcStatus, isAppError, unavailable } from '@tributary/errors';
import { type GrpcClient, type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { mapConcurrent } from '@tributary/work';
import { type CountedVisitor } from '../domain/click-sums.ts';
import { type ExperimentVisit } from '../domain/experiment.ts';
import { type FoundJourney, type JourneyQuery, type Touch, type Visit } from '../domain/touch.ts';

const MAX_QUERIES = 500;
const MAX_CALLS = 4;
/** Half of what tracking itself waits for an assessment, for which attribution may need these journeys. */
const JOURNEYS_DEADLINE_MS = 2.5 * SECOND_MS;
const PAGE = { deadlineMs: 10 * SECOND_MS, idempotent: true };

interface Touchpoint {
  readonly clickId: string;
  readonly visitorId: string;
  readonly affiliateId: string;
  readonly linkId: string;
  readonly occurredAt: string;
  readonly navigated: string;
}

const ownOf = ({ visitorId, navigated }: Touchpoint): FoundJourney['own'] => ({
  visitorId,
  navigated: navigated === '' ? null : navigated === 'yes',
});

const touchOf = ({ clickId, affiliateId, linkId, occurredAt }: Touchpoint): Touch => ({
  affiliateId,
  clickId,
  linkId,
  occurredAt: new Date(occurredAt),
});

const countedOf = ({
  occurredAt,
  ...visitor
}: Omit<CountedVisitor, 'occurredAt'> & { readonly occurredAt: string }): CountedVisitor => ({
  ...visitor,
  occurredAt: new Date(occurredAt),
});

const wireQuery = ({ from, to, visitorIds, ...query }: JourneyQuery) => ({
  ...query,
  visitorIds: [...visitorIds],
  from: from.toISOString(),
  to: to.toISOString(),
});

/** Whether the answer exceeded what a message may hold. */
const isTooLarge = (error: unknown): boolean =>
  isAppError(error) &&
  (error.cause as { readonly code?: unknown } | undefined)?.code === grpcStatus.RESOURCE_EXHAUSTED;

const halvesOf = <Item>(items: readonly Item[]): (readonly Item[])[] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};

const chunksOf = <Item>(items: readonly Item[], size: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** All pages; only one is in memory at a time. */
async function* pagesOf<Page extends { readonly next: string }>(
  load: (after: string) => Promise<Page>,
): AsyncGenerator<Page> {
  let after = '';
  do {
    const page = await load(after);
    yield page;
    after = page.next;
  } while (after !== '');
}

type Client = GrpcClient<'tributary.tracking.v1.Clicks'>;

async function callFindJourneys(
  client: Client,
  queries: readonly JourneyQuery[],
  until: number,
): Promise<readonly FoundJourney[]> {
  const request = { queries: queries.map(wireQuery), sharesTouches: true };
  const options = { deadlineMs: until - Date.now(), idempotent: true };
  const { journeys, touchpoints } = await client.call('FindJourneys', request, options);
  if (journeys.length !== queries.length) {
    throw unavailable('upstream_failed', { message: 'tracking answered other journeys' });
  }
  const shared = touchpoints.map(touchOf);
  return journeys.map(({ hasOwn, own, touches, places, isIncomplete }) => ({
    own: hasOwn && own !== null ? ownOf(own) : null,
    // Tracking of the version before sends the touches of each order.
    touches: [...touches.map(touchOf), ...places.flatMap((place) => shared[place] ?? [])],
    isIncomplete,
  }));
}

/** In halves where visitors have so many clicks that one message cannot hold them. */
async function findInParts(
  client: Client,
  queries: readonly JourneyQuery[],
  until: number,
): Promise<readonly FoundJourney[]> {
  try {
    return await callFindJourneys(client, queries, until);
  } catch (error) {
    if (!isTooLarge(error) || queries.length === 1) throw error;
    const found = [];
    for (const half of halvesOf(queries)) found.push(...(await findInParts(client, half, until)));
    return found;
  }
}

/** Client of tracking, which owns the clicks. It connects at the first call. */
export function openClicksClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.tracking.v1.Clicks', target, tokens);
  return {
    /**
     * The journeys, in the order of the queries: one call for each 500.
     * @throws unavailable after 2.5 seconds at most
     */
    findJourneys: async (queries: readonly JourneyQuery[]): Promise<readonly FoundJourney[]> => {
      const until = Date.now() + JOURNEYS_DEADLINE_MS;
      const parts = chunksOf(queries, MAX_QUERIES);
      const found = await mapConcurrent(parts, MAX_CALLS, (part) =>
        findInParts(client, part, until),
      );
      return found.flat();
    },
    /** The campaign's clicks that can earn, visitor by visitor, each visitor's oldest click first. */
    streamVisits: async function* (
      campaignId: string,
      since: Date,
    ): AsyncGenerator<readonly Visit[]> {
      const request = { campaignId, since: since.toISOString() };
      const load = (after: string) => client.call('ListVisits', { ...request, after }, PAGE);
      for await (const { visits } of pagesOf(load)) {
        yield visits.map(({ visitorId, affiliateId }) => ({ visitorId, affiliateId }));
      }
    },
    /** The campaign's clicks that can earn and those of held-out visitors, visitor by visitor. */
    streamExperiment: async function* (
      campaignId: string,
      since: Date,
    ): AsyncGenerator<readonly ExperimentVisit[]> {
      const request = { campaignId, since: since.toISOString(), withHeldOut: true };
      const load = (after: string) => client.call('ListVisits', { ...request, after }, PAGE);
      for await (const { visits } of pagesOf(load)) {
        yield visits.map(({ visitorId, affiliateId, isHeldOut, occurredAt }) => ({
          ...{ visitorId, affiliateId, isHeldOut },
          occurredAt: new Date(occurredAt),
        }));
      }
    },
    /** Who made the clicks that can earn; a visitor is repeated with each click. */
    streamVisitors: async function* (since: Date): AsyncGenerator<readonly CountedVisitor[]> {
      const request = { since: since.toISOString() };
      const load = (after: string) => client.call('ListVisitors', { ...request, after }, PAGE);
      for await (const { visitors } of pagesOf(load)) yield visitors.map(countedOf);
    },
    close: () => {
      client.close();
    },
  };
}
