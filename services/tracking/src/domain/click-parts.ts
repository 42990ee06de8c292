import { type ClickRow, type ConsentRecord, type PaidTraffic } from '@tributary/contracts';
import { type Agent } from './agent.ts';

/** A click with the parts that it shares with others; each part is written as JSON once. */
export interface ClickParts {
  readonly clickId: string;
  readonly occurredAtMs: number;
  readonly visitorId: string;
  readonly ip: string;
  readonly referrer: string | null;
  readonly validity: ClickRow['validity'];
  readonly link: Pick<
    ClickRow,
    'linkId' | 'trackingCode' | 'campaignId' | 'brandId' | 'affiliateId'
  >;
  readonly params: Pick<ClickRow, 'utm' | 'subIds'>;
  readonly agent: Agent;
  readonly place: Pick<ClickRow, 'country' | 'region' | 'city'>;
  readonly fetchMetadata: ClickRow['fetchMetadata'];
  /** Present where the campaign pays for clicks. */
  readonly traffic?: PaidTraffic | undefined;
  /** Absent where nothing was stated and the campaign requires no consent. */
  readonly consent?: ConsentRecord | undefined;
}

/** The parts of a stored click. */
export const partsOfRow = (row: ClickRow): ClickParts => ({
  clickId: row.clickId,
  occurredAtMs: Date.parse(row.occurredAt),
  visitorId: row.visitorId,
  ip: row.ip,
  referrer: row.referrer,
  validity: row.validity,
  link: row,
  params: row,
  agent: row,
  place: row,
  fetchMetadata: row.fetchMetadata,
  traffic: row.traffic,
  consent: row.consent,
});

/** A click as it is stored. */
export function rowOfParts(click: ClickParts): ClickRow {
  const { clickId, occurredAtMs, visitorId, ip, referrer, validity, traffic, consent } = click;
  const { linkId, trackingCode, campaignId, brandId, affiliateId } = click.link;
  const { userAgent, device, browser, os, isBot } = click.agent;
  const { country, region, city } = click.place;
  const { utm, subIds } = click.params;
  const row: ClickRow = {
    clickId,
    occurredAt: new Date(occurredAtMs).toISOString(),
    linkId,
    trackingCode,
    campaignId,
    brandId,
    affiliateId,
    visitorId,
    ip,
    userAgent,
    referrer,
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
    fetchMetadata: click.fetchMetadata,
  };
  if (traffic === undefined && consent === undefined) return row;
  return {
    ...row,
    ...(traffic === undefined ? {} : { traffic }),
    ...(consent === undefined ? {} : { consent }),
  };
}
