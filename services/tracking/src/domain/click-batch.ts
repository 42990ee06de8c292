import {
  type ClickBatch,
  clickBatch,
  type ClickRow,
  type LinkSnapshot,
  type PaidTraffic,
} from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { type Agent } from './agent.ts';

/**
 * A click as JSON in parts. The parts that clicks share are written once for each link, agent or place and
 * not for each click.
 */
export interface CompactClick {
  /** Members of an array: what the click shares with no other. */
  readonly own: string;
  /** Arrays, and an object of Fetch Metadata. */
  readonly link: string;
  readonly params: string;
  readonly agent: string;
  readonly place: string;
  readonly fetchMetadata: string;
}

type Validity = ClickRow['validity'];

/** Records state a validity by its place here: new ones go to the end. */
const VALIDITIES: readonly Validity[] = [
  'valid',
  'duplicate',
  'bot',
  'filtered',
  'inactive_campaign',
  'capped',
];
const CODES = Object.fromEntries(VALIDITIES.map((validity, at) => [validity, at])) as Record<
  Validity,
  number
>;

type LinkFields = Pick<
  LinkSnapshot,
  'linkId' | 'trackingCode' | 'campaignId' | 'brandId' | 'affiliateId'
>;

export const linkText = (link: LinkFields): string =>
  JSON.stringify([link.linkId, link.trackingCode, link.campaignId, link.brandId, link.affiliateId]);

export const paramsText = ({ utm, subIds }: Pick<ClickRow, 'utm' | 'subIds'>): string =>
  JSON.stringify([utm.source, utm.medium, utm.campaign, utm.term, utm.content, subIds]);

export const agentText = (userAgent: string, { device, browser, os, isBot }: Agent): string =>
  JSON.stringify([userAgent, device, browser, os, isBot]);

export const placeText = ({
  country,
  region,
  city,
}: Pick<ClickRow, 'country' | 'region' | 'city'>): string =>
  JSON.stringify([country, region, city]);

export const fetchMetadataText = (fetchMetadata: ClickRow['fetchMetadata']): string =>
  JSON.stringify(fetchMetadata);

/** What one click shares with no other. Ids are written without escaping: they are this service's own. */
export interface OwnFields {
  readonly clickId: string;
  readonly occurredAtMs: number;
  readonly visitorId: string;
  readonly ip: string;
  readonly referrer: string | null;
  readonly validity: Validity;
}

export const ownText = (own: OwnFields): string =>
  `"${own.clickId}",${String(own.occurredAtMs)},"${own.visitorId}",${JSON.stringify(own.ip)},` +
  `${own.referrer === null ? 'null' : JSON.stringify(own.referrer)},${String(CODES[own.validity])}`;

/** Evidence as further members of a click, after the places of its shared parts. */
const trafficText = ({ visitor, addressHash, doubt }: PaidTraffic): string =>
  `,${JSON.stringify([visitor, addressHash, doubt])}`;

/** The texts of one kind of shared part in a batch, each once. */
class Dictionary {
  readonly #places = new Map<string, number>();
  text = '';

  /** The place of a part, which is added where it is new. */
  placeOf(part: string): number {
    const known = this.#places.get(part);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(part, place);
    this.text += place === 0 ? part : `,${part}`;
    return place;
  }
}

/** A click with the evidence that campaigns for clicks need. */
export type RecordedClick = CompactClick & { readonly traffic?: PaidTraffic | undefined };

/** The JSON of a batch of clicks: the data of `clicks.recorded.v1`. */
export function encodeClicks(clicks: readonly RecordedClick[]): string {
  const links = new Dictionary();
  const params = new Dictionary();
  const agents = new Dictionary();
  const places = new Dictionary();
  const metadata = new Dictionary();
  let rows = '';
  for (const click of clicks) {
    const shared =
      `${String(links.placeOf(click.link))},${String(params.placeOf(click.params))},` +
      `${String(agents.placeOf(click.agent))},${String(places.placeOf(click.place))},` +
      String(metadata.placeOf(click.fetchMetadata));
    const traffic = click.traffic === undefined ? '' : trafficText(click.traffic);
    rows += `${rows === '' ? '' : ','}[${click.own},${shared}${traffic}]`;
  }
  return (
    `{"links":[${links.text}],"params":[${params.text}],"agents":[${agents.text}],` +
    `"places":[${places.text}],"fetchMetadata":[${metadata.text}],"clicks":[${rows}]}`
  );
}

/** The parts of a stored click. */
export const compactClick = (row: ClickRow): RecordedClick => ({
  own: ownText({ ...row, occurredAtMs: Date.parse(row.occurredAt) }),
  link: linkText(row),
  params: paramsText(row),
  agent: agentText(row.userAgent, row),
  place: placeText(row),
  fetchMetadata: fetchMetadataText(row.fetchMetadata),
  traffic: row.traffic,
});

const unreadable = (why: string) =>
  invalid('click_batch_unreadable', { message: `A batch of clicks cannot be read: ${why}` });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The shared part that a click names. */
function partAt<Part>(parts: readonly Part[], place: unknown): Part {
  const part = typeof place === 'number' ? parts[place] : undefined;
  if (part === undefined) throw unreadable('a click names a part that the batch has not');
  return part;
}

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw unreadable('a text of a click is missing');
  return value;
};

const timeOf = (value: unknown): string => {
  const time = typeof value === 'number' ? new Date(value) : undefined;
  if (time === undefined || Number.isNaN(time.getTime())) throw unreadable('a click has no time');
  return time.toISOString();
};

const idOf = (value: unknown): string => {
  const text = textOf(value);
  if (!UUID.test(text)) throw unreadable('a click has no id');
  return text;
};

const VISITORS: readonly unknown[] = ['signed', 'new', 'unsigned'];

function trafficOf(value: unknown): PaidTraffic {
  if (!Array.isArray(value)) throw unreadable('the evidence of a click is no list');
  const [visitor, addressHash, doubt] = value as unknown[];
  if (!VISITORS.includes(visitor)) throw unreadable('the evidence of a click names no visitor');
  return {
    visitor: visitor as PaidTraffic['visitor'],
    addressHash: textOf(addressHash),
    doubt: doubt === null ? null : textOf(doubt),
  };
}

/** The shared parts in the form of a row, made once for each batch. */
const partsOf = (batch: ClickBatch) => ({
  links: batch.links.map(([linkId, trackingCode, campaignId, brandId, affiliateId]) => ({
    linkId,
    trackingCode,
    campaignId,
    brandId,
    affiliateId,
  })),
  params: batch.params.map(([source, medium, campaign, term, content, subIds]) => ({
    utm: { source, medium, campaign, term, content },
    subIds,
  })),
  agents: batch.agents.map(([userAgent, device, browser, os, isBot]) => ({
    userAgent,
    device,
    browser,
    os,
    isBot,
  })),
  places: batch.places.map(([country, region, city]) => ({ country, region, city })),
});

function rowOf(click: unknown, parts: ReturnType<typeof partsOf>, batch: ClickBatch): ClickRow {
  if (!Array.isArray(click)) throw unreadable('a click is no list');
  const [clickId, at, visitorId, ip, referrer, code, ...rest] = click as unknown[];
  const [link, param, agent, place, metadata, traffic] = rest;
  const { linkId, trackingCode, campaignId, brandId, affiliateId } = partAt(parts.links, link);
  const { utm, subIds } = partAt(parts.params, param);
  const { userAgent, device, browser, os, isBot } = partAt(parts.agents, agent);
  const { country, region, city } = partAt(parts.places, place);
  const validity = partAt(VALIDITIES, code);
  const row: ClickRow = {
    clickId: idOf(clickId),
    occurredAt: timeOf(at),
    linkId,
    trackingCode,
    campaignId,
    brandId,
    affiliateId,
    visitorId: textOf(visitorId),
    ip: textOf(ip),
    userAgent,
    referrer: referrer === null ? null : textOf(referrer),
    utm,
    subIds,
    device,
    browser,
    os,
    country,
    region,
    city,
    isBot,
    isUnique: validity === 'valid',
    validity,
    fetchMetadata: partAt(batch.fetchMetadata, metadata),
  };
  return traffic === undefined ? row : { ...row, traffic: trafficOf(traffic) };
}

/**
 * The clicks of a batch. Clicks share the objects of their common parts, so a caller must not change them.
 * @throws invalid click_batch_unreadable where a click is incomplete
 */
export function decodeClicks(batch: ClickBatch): ClickRow[] {
  const parts = partsOf(batch);
  return batch.clicks.map((click) => rowOf(click, parts, batch));
}

/** The clicks of a batch's JSON; undefined where it is none. */
export function parseClicks(json: string): ClickRow[] | undefined {
  try {
    return decodeClicks(clickBatch.parse(JSON.parse(json)));
  } catch {
    return undefined;
  }
}
