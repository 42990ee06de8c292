import {
  type ClickBatch,
  type ClickRow,
  type ConsentRecord,
  type PaidTraffic,
} from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { type Agent } from './agent.ts';
import { type ClickParts, rowOfParts } from './click-parts.ts';

type Validity = ClickParts['validity'];

/** Records state a validity by its place here: new ones go to the end. */
const VALIDITIES: readonly Validity[] = [
  'valid',
  'duplicate',
  'bot',
  'filtered',
  'inactive_campaign',
  'capped',
  'held_out',
];
const CODES = Object.fromEntries(VALIDITIES.map((validity, at) => [validity, at])) as Record<
  Validity,
  number
>;

/** Writes a part as JSON, once for each object. */
function writtenOnce<Part extends object>(write: (part: Part) => unknown) {
  const texts = new WeakMap<Part, string>();
  return (part: Part): string => {
    const known = texts.get(part);
    if (known !== undefined) return known;
    const text = JSON.stringify(write(part));
    texts.set(part, text);
    return text;
  };
}

const linkText = writtenOnce((link: ClickParts['link']) => [
  link.linkId,
  link.trackingCode,
  link.campaignId,
  link.brandId,
  link.affiliateId,
]);
const paramsText = writtenOnce(({ utm, subIds }: ClickParts['params']) => [
  utm.source,
  utm.medium,
  utm.campaign,
  utm.term,
  utm.content,
  subIds,
]);
const agentText = writtenOnce(({ userAgent, device, browser, os, isBot }: Agent) => [
  userAgent,
  device,
  browser,
  os,
  isBot,
]);
const placeText = writtenOnce(({ country, region, city }: ClickParts['place']) => [
  country,
  region,
  city,
]);
const metadataText = writtenOnce((fetchMetadata: ClickParts['fetchMetadata']) => fetchMetadata);

const textOrNull = (text: string | null): string => (text === null ? 'null' : JSON.stringify(text));

/** What a click shares with no other. Ids are written without escaping: they are this service's own. */
const ownText = ({ clickId, occurredAtMs, visitorId, ip, referrer, validity }: ClickParts) =>
  `"${clickId}",${String(occurredAtMs)},"${visitorId}",${JSON.stringify(ip)},` +
  `${textOrNull(referrer)},${String(CODES[validity])}`;

/** Evidence as a further member of a click. */
const trafficText = ({ visitor, addressHash, doubt }: PaidTraffic): string =>
  `,${JSON.stringify([visitor, addressHash, doubt])}`;

/** The consent of the click at a place of the batch. */
const consentText = (place: number, consent: ConsentRecord): string =>
  JSON.stringify([place, consent]);

/** A further member of a batch, absent where no click of it has a consent. */
const consentsText = (texts: string): string => (texts === '' ? '' : `,"consents":[${texts}]`);

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

/** The JSON of a batch of clicks: the data of `clicks.recorded.v1`. */
export function encodeClicks(clicks: readonly ClickParts[]): string {
  const links = new Dictionary();
  const params = new Dictionary();
  const agents = new Dictionary();
  const places = new Dictionary();
  const metadata = new Dictionary();
  let rows = '';
  let consents = '';
  let place = 0;
  for (const click of clicks) {
    const shared =
      `${String(links.placeOf(linkText(click.link)))},` +
      `${String(params.placeOf(paramsText(click.params)))},` +
      `${String(agents.placeOf(agentText(click.agent)))},` +
      `${String(places.placeOf(placeText(click.place)))},` +
      String(metadata.placeOf(metadataText(click.fetchMetadata)));
    const traffic = click.traffic === undefined ? '' : trafficText(click.traffic);
    rows += `${rows === '' ? '' : ','}[${ownText(click)},${shared}${traffic}]`;
    if (click.consent !== undefined) {
      consents += `${consents === '' ? '' : ','}${consentText(place, click.consent)}`;
    }
    place += 1;
  }
  return (
    `{"links":[${links.text}],"params":[${params.text}],"agents":[${agents.text}],` +
    `"places":[${places.text}],"fetchMetadata":[${metadata.text}],"clicks":[${rows}]` +
    `${consentsText(consents)}}`
  );
}

/** The JSON of a batch with one click, faster. */
export function encodeClick(click: ClickParts): string {
  const traffic = click.traffic === undefined ? '' : trafficText(click.traffic);
  const consents = click.consent === undefined ? '' : consentText(0, click.consent);
  return (
    `{"links":[${linkText(click.link)}],"params":[${paramsText(click.params)}],` +
    `"agents":[${agentText(click.agent)}],"places":[${placeText(click.place)}],` +
    `"fetchMetadata":[${metadataText(click.fetchMetadata)}],` +
    `"clicks":[[${ownText(click)},0,0,0,0,0${traffic}]]${consentsText(consents)}}`
  );
}

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

/** The largest time of a Date, ms. */
const MAX_TIME_MS = 8.64e15;

const timeOf = (value: unknown): number => {
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_TIME_MS)) {
    throw unreadable('a click has no time');
  }
  return value;
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

/** The shared parts as objects, made once for each batch. */
const sharedPartsOf = (batch: ClickBatch) => ({
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
  fetchMetadata: batch.fetchMetadata,
});

function decodeClick(
  click: unknown,
  shared: ReturnType<typeof sharedPartsOf>,
  consent: ConsentRecord | undefined,
): ClickParts {
  if (!Array.isArray(click)) throw unreadable('a click is no list');
  const [clickId, at, visitorId, ip, referrer, code, ...places] = click as unknown[];
  const [link, params, agent, place, metadata, traffic] = places;
  return {
    clickId: idOf(clickId),
    occurredAtMs: timeOf(at),
    visitorId: textOf(visitorId),
    ip: textOf(ip),
    referrer: referrer === null ? null : textOf(referrer),
    validity: partAt(VALIDITIES, code),
    link: partAt(shared.links, link),
    params: partAt(shared.params, params),
    agent: partAt(shared.agents, agent),
    place: partAt(shared.places, place),
    fetchMetadata: partAt(shared.fetchMetadata, metadata),
    traffic: traffic === undefined ? undefined : trafficOf(traffic),
    consent,
  };
}

/**
 * The clicks of a batch. Clicks share the objects of their common parts, so a caller must not change them.
 * @throws invalid click_batch_unreadable where a click is incomplete
 */
export function decodeClicks(batch: ClickBatch): ClickRow[] {
  const shared = sharedPartsOf(batch);
  const consents = new Map(batch.consents);
  return batch.clicks.map((click, place) =>
    rowOfParts(decodeClick(click, shared, consents.get(place))),
  );
}
