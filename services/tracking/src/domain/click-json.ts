import { type ClickRow } from '@tributary/contracts';
import { type Agent } from './agent.ts';

/** What a click has of its link. */
type OfLink = Pick<ClickRow, 'linkId' | 'trackingCode' | 'campaignId' | 'brandId' | 'affiliateId'>;

/** A click in parts; those of which many clicks share one come as objects of their own. */
export interface ClickParts {
  readonly own: Pick<
    ClickRow,
    'clickId' | 'occurredAt' | 'visitorId' | 'ip' | 'userAgent' | 'referrer' | 'validity'
  >;
  readonly link: OfLink;
  readonly asked: Pick<ClickRow, 'utm' | 'subIds'>;
  readonly agent: Agent;
  readonly place: Pick<ClickRow, 'country' | 'region' | 'city'>;
  readonly fetchMetadata: ClickRow['fetchMetadata'];
}

/** The members of an object as JSON, without the braces; written once for each object. */
function remembering<Part extends object>(write: (part: Part) => object): (part: Part) => string {
  const known = new WeakMap<Part, string>();
  return (part) => {
    const seen = known.get(part);
    if (seen !== undefined) return seen;
    const text = JSON.stringify(write(part)).slice(1, -1);
    known.set(part, text);
    return text;
  };
}

const linkText = remembering(
  ({ linkId, trackingCode, campaignId, brandId, affiliateId }: OfLink) => ({
    linkId,
    trackingCode,
    campaignId,
    brandId,
    affiliateId,
  }),
);
const askedText = remembering(({ utm, subIds }: ClickParts['asked']) => ({ utm, subIds }));
const agentText = remembering(({ device, browser, os, isBot }: Agent) => ({
  device,
  browser,
  os,
  isBot,
}));
const placeText = remembering(({ country, region, city }: ClickParts['place']) => ({
  country,
  region,
  city,
}));
const metadataText = remembering((given: ClickRow['fetchMetadata']) => ({ fetchMetadata: given }));

/**
 * The JSON of a click row. JSON.stringify takes five times as long, most of it for what the last click
 * had as well. Ids are written as they are, so they must be of this service's making.
 */
export function clickText(parts: ClickParts): string {
  const { own, link, asked, agent, place, fetchMetadata } = parts;
  const referrer = own.referrer === null ? 'null' : JSON.stringify(own.referrer);
  return (
    `{"clickId":"${own.clickId}","occurredAt":"${own.occurredAt}",${linkText(link)},` +
    `"visitorId":"${own.visitorId}","ip":${JSON.stringify(own.ip)},` +
    `"userAgent":${JSON.stringify(own.userAgent)},"referrer":${referrer},${askedText(asked)},` +
    `${agentText(agent)},${placeText(place)},` +
    `"isUnique":${own.validity === 'valid' ? 'true' : 'false'},"validity":"${own.validity}",` +
    `${metadataText(fetchMetadata)}}`
  );
}
