import bowser from 'bowser';
import { type ConversionSnapshot } from '@tributary/contracts';
import { isbot } from 'isbot';
import { type Evidence } from '../domain/fraud-signals.ts';
import { type IdentityEvidence } from '../domain/identity-signals.ts';
import { factOf, type OrderFact } from '../domain/order-fact.ts';
import { type Deps } from '../deps.ts';
import { type Asked } from './gather-journeys.ts';
import { isPublicAddress } from '../clients/networks.ts';

const noFacts: readonly OrderFact[] = [];

/** A browser's kind: two of the same kind may be one device, two kinds are not. */
function kindOf(userAgent: string): string {
  const { os, platform, browser } = bowser.parse(userAgent);
  return [os.name, platform.type, browser.name].join('|');
}

export function isOtherDevice({ userAgent, evidence }: ConversionSnapshot): boolean | null {
  const ordered = evidence?.buyerUserAgent ?? null;
  if (userAgent === null || ordered === null) return null;
  return userAgent !== ordered && kindOf(userAgent) !== kindOf(ordered);
}

/** Where click and order came from, by lists; null where neither address is a public one. */
function networksOf(
  { ip, evidence }: ConversionSnapshot,
  findNetwork: Deps['findNetwork'],
): IdentityEvidence['networks'] {
  const known = [ip, evidence?.buyerIp ?? null].filter(isPublicAddress);
  return known.length === 0 ? null : known.flatMap((one) => findNetwork(one) ?? []);
}

type Sources = Pick<
  Deps,
  | 'neighbours'
  | 'histories'
  | 'refundHistories'
  | 'reuseHistories'
  | 'traffic'
  | 'people'
  | 'findNetwork'
>;

/** Orders around these, by whoever they could share something with. */
async function gatherNeighbours({ neighbours }: Sources, asked: readonly Asked[]) {
  const own = asked.map(({ conversion }) => factOf(conversion));
  const [ofCustomers, ofAddresses, ofDevices] = await Promise.all([
    neighbours.listOfCustomers(own),
    neighbours.listOfAddresses(own.filter(({ ip }) => isPublicAddress(ip))),
    neighbours.listOfDevices(own),
  ]);
  // Lists are shared by the orders of a customer: a script's five hundred are not copied each time.
  const byCustomer = Map.groupBy(ofCustomers, ({ customer }) => customer);
  const byAddress = Map.groupBy(ofAddresses, ({ ip }) => ip);
  const byDevice = Map.groupBy(ofDevices, ({ visitorId }) => visitorId);
  return own.map(({ customer, ip, visitorId }) => ({
    ofCustomer: byCustomer.get(customer) ?? noFacts,
    fromAddress: byAddress.get(ip) ?? noFacts,
    ofDevice: byDevice.get(visitorId) ?? noFacts,
  }));
}

/** Gathers what is known around conversions: ten questions to the engines, however many they are. */
export async function gatherEvidence(
  deps: Sources,
  asked: readonly Asked[],
): Promise<Omit<Evidence, 'journey' | 'navigated'>[]> {
  const at = asked.map(({ conversion: { campaignId, affiliateId, createdAt } }) => ({
    campaignId,
    affiliateId,
    at: new Date(createdAt),
  }));
  const [around, history, refunds, reuse, traffic, people] = await Promise.all([
    gatherNeighbours(deps, asked),
    deps.histories.listAt(at),
    deps.refundHistories.listAt(at),
    deps.reuseHistories.listAt(at),
    deps.traffic.listAt(at),
    deps.people.findMany(at.map(({ affiliateId }) => affiliateId)),
  ]);
  return asked.map(({ conversion, settings }, index) => {
    const { userAgent } = conversion;
    return {
      ...(around[index] ?? { ofCustomer: noFacts, fromAddress: noFacts, ofDevice: noFacts }),
      isBotAgent: userAgent === null ? null : isbot(userAgent),
      isPublicAddress,
      lookbackWindowDays: settings.lookbackWindowDays,
      history: history[index] ?? { reviewed: 0, rejected: 0 },
      refunds: refunds[index] ?? { orders: 0, refunded: 0 },
      reuse: reuse[index] ?? { orders: 0, reused: 0 },
      traffic: traffic[index] ?? null,
      affiliate: people[index] ?? null,
      networks: networksOf(conversion, deps.findNetwork),
      looksAtDevices: settings.fingerprintingEnabled,
      isOtherDevice: isOtherDevice(conversion),
    };
  });
}
