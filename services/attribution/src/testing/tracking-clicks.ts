import {
  type ClickCount,
  type ClickRow,
  type ConversionSnapshot,
  opensPage,
} from '@tributary/contracts';
import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { linePrefixOf } from '@tributary/networks/addresses';
import { countsOf, tokensOf } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';

/** A stored click; `device` where its campaign used fingerprints. */
export interface TrackedClick {
  readonly click: ClickRow;
  readonly device: string | null;
}

const MAX_TOUCHES = 200;
const PAGE_SIZE = 5_000;

const canEarn = ({ validity }: ClickRow): boolean =>
  validity === 'valid' || validity === 'duplicate';

const navigatedOf = (click: ClickRow): string => {
  const opened = opensPage(click);
  if (opened === null) return '';
  return opened ? 'yes' : 'no';
};

const touchpointOf = (click: ClickRow) => ({
  clickId: click.clickId,
  visitorId: click.visitorId,
  affiliateId: click.affiliateId,
  linkId: click.linkId,
  occurredAt: click.occurredAt,
  navigated: navigatedOf(click),
});

/** Null without a user agent: all scripts behind one address would be one device. */
export const deviceOf = ({ ip, userAgent }: ClickRow): string | null =>
  userAgent.trim() === '' ? null : JSON.stringify([ip, userAgent]);

const byTime = (one: ClickRow, other: ClickRow): number =>
  Date.parse(one.occurredAt) - Date.parse(other.occurredAt);

/** The clicks by id, by visitor and by device. */
function createRows() {
  const byId = new Map<string, TrackedClick>();
  const heldOut: ClickRow[] = [];
  const byKey = new Map<string, ClickRow[]>();
  const list = (key: string): readonly ClickRow[] => byKey.get(key) ?? [];
  const addTo = (key: string, click: ClickRow): void => {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [click]);
    else known.push(click);
  };
  return {
    find: (clickId: string) => byId.get(clickId),
    ofVisitor: (campaignId: string, visitorId: string) =>
      list(`${campaignId}|visitor|${visitorId}`),
    ofDevice: (campaignId: string, device: string) => list(`${campaignId}|device|${device}`),
    all: (): readonly ClickRow[] => [...byId.values()].map(({ click }) => click),
    /** Clicks of held-out visitors, which cannot earn. */
    heldOut: (): readonly ClickRow[] => heldOut,
    /** A repeated click, and one that cannot earn, changes nothing. */
    add: (added: readonly TrackedClick[]): void => {
      for (const one of added) {
        const { click, device } = one;
        if (click.validity === 'held_out') heldOut.push(click);
        if (!canEarn(click) || byId.has(click.clickId)) continue;
        byId.set(click.clickId, one);
        addTo(`${click.campaignId}|visitor|${click.visitorId}`, click);
        if (device !== null) addTo(`${click.campaignId}|device|${device}`, click);
      }
    },
  };
}
type Rows = ReturnType<typeof createRows>;

interface Query {
  readonly clickId: string;
  readonly campaignId: string;
  readonly visitorIds: readonly string[];
  readonly byDevice: boolean;
  readonly from: string;
  readonly to: string;
}

function journeyOf(rows: Rows, { clickId, campaignId, visitorIds, byDevice, from, to }: Query) {
  const own = rows.find(clickId);
  if (own === undefined) return { hasOwn: false, touches: [] };
  const [after, until] = [Date.parse(from), Date.parse(to)];
  const latest = (clicks: readonly ClickRow[]): ClickRow[] =>
    clicks
      .filter(({ occurredAt }) => Date.parse(occurredAt) > after && Date.parse(occurredAt) <= until)
      .sort(byTime)
      .slice(-MAX_TOUCHES);
  const visitors = new Set([own.click.visitorId, ...visitorIds]);
  const touches = [...visitors].flatMap((id) => latest(rows.ofVisitor(campaignId, id)));
  if (byDevice && own.device !== null) {
    touches.push(...latest(rows.ofDevice(campaignId, own.device)));
  }
  return { hasOwn: true, own: touchpointOf(own.click), touches: touches.map(touchpointOf) };
}

/** Each click once, and its places in the journeys. */
function shareTouches<Given extends ReturnType<typeof journeyOf>>(journeys: readonly Given[]) {
  const all = journeys.flatMap(({ touches }) => touches);
  const touchpoints = [...new Map(all.map((touch) => [touch.clickId, touch])).values()];
  const placeOf = new Map(touchpoints.map(({ clickId }, place) => [clickId, place]));
  return {
    journeys: journeys.map(({ touches, ...journey }) => ({
      ...journey,
      places: touches.map(({ clickId }) => placeOf.get(clickId) ?? 0),
    })),
    touchpoints,
  };
}

/** A page of items; `after` is the place of its first item. */
function pageOf<Item>(items: readonly Item[], after: string, size: number) {
  const start = after === '' ? 0 : Number(after);
  const next = start + size < items.length ? String(start + size) : '';
  return { items: items.slice(start, start + size), next };
}

const isSince = (since: string) => (click: ClickRow) =>
  Date.parse(click.occurredAt) >= Date.parse(since);

const byVisitor = (one: ClickRow, other: ClickRow): number =>
  one.visitorId < other.visitorId ? -1 : Number(one.visitorId > other.visitorId);

function visitsOf(rows: Rows, campaignId: string, since: string, withHeldOut: boolean) {
  return [...rows.all(), ...(withHeldOut ? rows.heldOut() : [])]
    .filter((click) => click.campaignId === campaignId)
    .filter(isSince(since))
    .sort((one, other) => byVisitor(one, other) || byTime(one, other))
    .map(({ visitorId, affiliateId, validity, occurredAt }) => ({
      ...{ visitorId, affiliateId },
      isHeldOut: validity === 'held_out',
      occurredAt: withHeldOut ? occurredAt : '',
    }));
}

const visitorOf = ({ campaignId, affiliateId, occurredAt, visitorId, ip }: ClickRow) => {
  const address = linePrefixOf(ip);
  return address === null
    ? []
    : [{ campaignId, affiliateId, occurredAt, visitor: `v:${visitorId}`, address: `a:${address}` }];
};

/** How the service answers; tests change it. */
const createBehaviour = () => ({
  isUnavailable: false,
  /** Some clicks may not be stored yet. */
  isBehind: false,
  /** Sends the touches of each order. */
  isVersionBefore: false,
  /** Never answers. */
  isSilent: false,
  pageSize: PAGE_SIZE,
  /** The conversions that tracking has, by id. */
  conversions: new Map<string, ConversionSnapshot>(),
  /** The number of queries of each call of FindJourneys. */
  findJourneysCalls: [] as number[],
});
type Behaviour = ReturnType<typeof createBehaviour>;

function rpcsOf(rows: Rows, behaviour: Behaviour) {
  const answer = async <Response>(respond: () => Response): Promise<Response> => {
    if (behaviour.isUnavailable) throw unavailable('unavailable');
    if (behaviour.isSilent) await new Promise(() => undefined);
    return respond();
  };
  return [
    rpc('tributary.tracking.v1.Clicks', 'FindJourneys', ({ queries, sharesTouches }) => {
      behaviour.findJourneysCalls.push(queries.length);
      return answer(() => {
        const journeys = queries.map((query) => ({
          ...journeyOf(rows, query),
          isIncomplete: behaviour.isBehind,
        }));
        const isShared = sharesTouches && !behaviour.isVersionBefore;
        return isShared ? shareTouches(journeys) : { journeys };
      });
    }),
    rpc('tributary.tracking.v1.Conversions', 'GetConversion', ({ conversionId }) =>
      answer(() => {
        const conversion = behaviour.conversions.get(conversionId);
        if (conversion === undefined) throw notFound('conversion_not_found');
        return { conversion: JSON.stringify(conversion) };
      }),
    ),
    rpc('tributary.tracking.v1.Clicks', 'ListVisits', ({ campaignId, since, after, withHeldOut }) =>
      answer(() => {
        const { items, next } = pageOf(
          visitsOf(rows, campaignId, since, withHeldOut),
          after,
          behaviour.pageSize,
        );
        return { visits: items, next };
      }),
    ),
    rpc('tributary.tracking.v1.Clicks', 'ListVisitors', ({ since, after }) =>
      answer(() => {
        const visitors = rows.all().filter(isSince(since)).flatMap(visitorOf);
        const { items, next } = pageOf(visitors, after, behaviour.pageSize);
        return { visitors: items, next };
      }),
    ),
  ];
}

/** Tracking's services, in memory. */
export async function serveTrackingClicks() {
  const rows = createRows();
  const behaviour = createBehaviour();
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('tracking'),
    rpcs: rpcsOf(rows, behaviour),
    onUnexpected: () => undefined,
    isReady: () => true,
  });
  return Object.assign(behaviour, {
    address: `127.0.0.1:${String(server.port)}`,
    add: rows.add,
    close: () => server.close(0),
  });
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** What the clicks of one link and minute prove about their visitors. */
function evidenceOf(clicks: readonly ClickRow[], isListed: (ip: string) => boolean) {
  const earning = clicks.filter(canEarn);
  const opened = earning.map(opensPage).filter((one) => one !== null);
  const visitors = earning.flatMap(visitorOf);
  return {
    described: opened.length,
    navigations: opened.filter(Boolean).length,
    listed: earning.filter(({ ip }) => isListed(ip)).length,
    visitors: distinct(visitors.map(({ visitor }) => visitor)),
    addresses: distinct(visitors.map(({ address }) => address)),
  };
}

/** What tracking counts of clicks, by link and minute, with evidence for fraud scoring. */
export function countsWithEvidence(
  clicks: readonly ClickRow[],
  isListed: (ip: string) => boolean = () => false,
): ClickCount[] {
  const minutes = Map.groupBy(clicks, ({ linkId, occurredAt }) =>
    [linkId, Math.floor(Date.parse(occurredAt) / MINUTE_MS)].join(),
  );
  return [...minutes.values()].flatMap((some) =>
    countsOf(some).map((count) => ({ ...count, evidence: evidenceOf(some, isListed) })),
  );
}
