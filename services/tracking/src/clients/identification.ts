import { openNetworks } from '@tributary/networks';
import { linePrefixOf } from '@tributary/networks/addresses';
import { type Config } from '../config.ts';
import { readAgent } from '../domain/agent.ts';
import { readDomains } from './disposable-domains.ts';
import { openGeoLocation } from './geo-location.ts';
import { cacheLast, openLookup } from './lookups.ts';
import {
  anonymousVisitorId,
  countedLine,
  countedVisitor,
  drawVisitor,
  fingerprintOf,
  hashAddress,
  hashEmail,
} from './pseudonyms.ts';
import { openVisitorCookies } from './visitor-cookies.ts';

const MAX_CACHED_AGENTS = 5_000;
const MAX_CACHED_ADDRESSES = 5_000;

/** What an address states about a visit: a pseudonym of its internet line, null where it is not public. */
const openLines =
  (pepper: string, findNetwork: ReturnType<typeof openNetworks>) =>
  (ip: string): { readonly address: string | null; readonly isListed: boolean } => {
    const line = linePrefixOf(ip);
    const address = line === null ? null : countedLine(line, pepper);
    return { address, isListed: findNetwork(ip) !== null };
  };

/** What identifies visitors and buyers: agent, place, and pseudonyms keyed by the pepper. */
export function openIdentification(config: Config, newId: () => string) {
  const { EMAIL_PEPPER: pepper } = config;
  const findNetwork = openLookup(config, () =>
    openNetworks([config.HOSTING_RANGES_FILE, config.NETWORK_LIST_FILE]),
  );
  return {
    readAgent: cacheLast(MAX_CACHED_AGENTS, readAgent),
    findPlace: cacheLast(
      MAX_CACHED_ADDRESSES,
      openLookup(config, () =>
        openGeoLocation({ countryFile: config.COUNTRY_FILE, cityFile: config.CITY_FILE }),
      ),
    ),
    findNetwork,
    findLine: cacheLast(MAX_CACHED_ADDRESSES, openLines(pepper, findNetwork)),
    hashEmail: (address: string | undefined): string | null =>
      address === undefined ? null : hashEmail(address, pepper),
    anonymousVisitorId: (ip: string, userAgent: string): string =>
      anonymousVisitorId(ip, userAgent, pepper),
    hashAddress: (ip: string, day: string): string => hashAddress(ip, day, pepper),
    drawVisitor: (visitorId: string, campaignId: string): number =>
      drawVisitor(visitorId, campaignId, pepper),
    hashVisitor: (visitorId: string): string => countedVisitor(visitorId, pepper),
    fingerprintOf: (ip: string, userAgent: string): string | null =>
      fingerprintOf(ip, userAgent, pepper),
    visitorCookies: openVisitorCookies(
      { current: config.VISITOR_COOKIE_KEY, previous: config.VISITOR_COOKIE_KEY_PREVIOUS },
      newId,
    ),
    disposableDomains: readDomains(config.DISPOSABLE_EMAIL_FILE),
  };
}
