import { type ConversionSnapshot, type OrderEvidence } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Finding, ramped } from './fraud-score.ts';
import { type FraudWeights } from './fraud-weights.ts';
import { isWithin, type OrderFact } from './order-fact.ts';

/** What lists of networks say of an address. */
export type Network = 'datacenter' | 'vpn' | 'tor';

/** What is known of who is behind click and order. */
export interface IdentityEvidence {
  /** Orders by the same cookie around this one; later ones, and this one, may be among them. */
  readonly ofDevice: readonly OrderFact[];
  /** Lists that the addresses of click and order are in; null where neither address is a public one. */
  readonly networks: readonly Network[] | null;
  /** The affiliate's own mailboxes (keyed hashes) and addresses of late; null where none is known. */
  readonly affiliate: {
    readonly mailboxHashes: readonly string[];
    readonly ips: readonly string[];
  } | null;
  /** Whether the campaign looks at devices. */
  readonly looksAtDevices: boolean;
  /** Whether click and order came from browsers of different kinds; null where one is not known. */
  readonly isOtherDevice: boolean | null;
}

export const DEVICE_WINDOW_MS = 30 * DAY_MS;

const notAvailable = (why: string) => ({ value: null, evidence: `Not available: ${why}` });

/** Those that click and order came from. */
const addressesOf = (ip: string | null, evidence: ConversionSnapshot['evidence']): string[] =>
  [ip, evidence?.buyerIp ?? null].flatMap((one) => one ?? []);

/** The customer is the affiliate, by mailbox or by the address that they work from. */
export function selfReferral(
  { affiliateId, ip, evidence }: ConversionSnapshot,
  affiliate: IdentityEvidence['affiliate'],
  isPublicAddress: (ip: string | null) => boolean,
): Finding {
  const base = { factor: 'self_referral' as const };
  if (affiliateId === null || affiliate === null) {
    return { ...base, ...notAvailable('the affiliate’s own addresses are not known') };
  }
  const mailbox = evidence?.mailboxHash ?? null;
  const addresses = addressesOf(ip, evidence).filter(isPublicAddress);
  if (mailbox === null && addresses.length === 0) {
    return { ...base, ...notAvailable('neither mailbox nor address of the customer is known') };
  }
  if (mailbox !== null && affiliate.mailboxHashes.includes(mailbox)) {
    return { ...base, value: 1, evidence: 'The customer’s mailbox is the affiliate’s own' };
  }
  if (addresses.some((one) => affiliate.ips.includes(one))) {
    const seen = 'The affiliate works from the address that the click or order came from';
    return { ...base, value: 1, evidence: seen };
  }
  return { ...base, value: 0, evidence: 'Nothing of the customer is the affiliate’s own' };
}

/** Data centres and Tor together: nobody shops from there. A VPN is honest more often than not. */
export function listedAddresses(networks: IdentityEvidence['networks']): Finding[] {
  if (networks === null) {
    const unknown = notAvailable('no public address of click or order is known');
    return [
      { factor: 'datacenter_ip', ...unknown },
      { factor: 'vpn_ip', ...unknown },
    ];
  }
  const isCentre = networks.includes('datacenter') || networks.includes('tor');
  const isVpn = networks.includes('vpn');
  return [
    {
      factor: 'datacenter_ip',
      value: isCentre ? 1 : 0,
      evidence: isCentre
        ? 'The click or order came from a data centre or Tor'
        : 'Neither click nor order came from a known data centre',
    },
    {
      factor: 'vpn_ip',
      value: isVpn ? 1 : 0,
      evidence: isVpn
        ? 'The click or order came through a VPN or proxy'
        : 'Neither click nor order came through a known VPN or proxy',
    },
  ];
}

export function disposableEmail(evidence: OrderEvidence | null | undefined): Finding {
  const base = { factor: 'disposable_email' as const };
  const isDisposable = evidence?.isDisposableEmail ?? null;
  if (isDisposable === null) {
    return { ...base, ...notAvailable('the order names no e-mail address') };
  }
  return isDisposable
    ? { ...base, value: 1, evidence: 'The customer’s mailbox is a throw-away one' }
    : { ...base, value: 0, evidence: 'The customer’s mailbox is no known throw-away one' };
}

/** Travellers and people who order gifts differ, too: never enough alone. */
export function geoMismatch(evidence: OrderEvidence | null | undefined): Finding {
  const base = { factor: 'geo_mismatch' as const };
  const [clicked, ordered] = [evidence?.clickCountry ?? null, evidence?.buyerCountry ?? null];
  if (clicked === null || ordered === null) {
    return { ...base, ...notAvailable('the country of the click or of the order is not known') };
  }
  return clicked === ordered
    ? { ...base, value: 0, evidence: `Click and order came from ${clicked}` }
    : { ...base, value: 1, evidence: `The click came from ${clicked}, the order from ${ordered}` };
}

export function deviceMismatch({
  looksAtDevices,
  isOtherDevice,
}: Pick<IdentityEvidence, 'looksAtDevices' | 'isOtherDevice'>): Finding {
  const base = { factor: 'device_mismatch' as const };
  if (!looksAtDevices) return { ...base, ...notAvailable('the campaign does not look at devices') };
  if (isOtherDevice === null) {
    return { ...base, ...notAvailable('the browser of the click or of the order is not known') };
  }
  return isOtherDevice
    ? { ...base, value: 1, evidence: 'Click and order came from different devices' }
    : { ...base, value: 0, evidence: 'Click and order came from the same kind of device' };
}

const othersAmong = (fact: OrderFact, earlier: readonly OrderFact[]): number =>
  new Set(
    earlier
      .filter(
        ({ customer, ...other }) =>
          customer !== null &&
          customer !== fact.customer &&
          isWithin({ customer, ...other }, fact, DEVICE_WINDOW_MS),
      )
      .map(({ customer }) => customer),
  ).size;

/**
 * Other customers on the device: by the click's cookie, and, where the campaign looks at devices, by
 * address and agent together, which people of one household or office share.
 */
export function deviceVelocity(
  fact: OrderFact,
  earlier: { readonly ofDevice: readonly OrderFact[]; readonly fromAddress: readonly OrderFact[] },
  { looksAtDevices, weights }: { looksAtDevices: boolean; weights: FraudWeights },
): Finding {
  const base = { factor: 'device_velocity' as const };
  if (fact.customer === null) return { ...base, ...notAvailable('the order names no customer') };
  if (fact.visitorId === null) {
    return { ...base, ...notAvailable('the cookie of the order’s click is not known') };
  }
  const sameCookie = earlier.ofDevice.filter(({ visitorId }) => visitorId === fact.visitorId);
  const lookalikes = looksAtDevices
    ? earlier.fromAddress.filter(
        ({ ip, userAgent }) =>
          userAgent !== null && ip === fact.ip && userAgent === fact.userAgent && ip !== null,
      )
    : [];
  const [customers, alike] = [othersAmong(fact, sameCookie), othersAmong(fact, lookalikes)];
  const { thresholds } = weights.device_velocity;
  const byCookie = ramped(customers, thresholds.customers);
  const byLooks = ramped(alike, thresholds.lookalikes);
  return byLooks > byCookie
    ? {
        ...base,
        value: byLooks,
        evidence: `${alike} other customers with the same address and browser within 30 days`,
      }
    : {
        ...base,
        value: byCookie,
        evidence: `${customers} other customers with the same cookie within 30 days`,
      };
}
