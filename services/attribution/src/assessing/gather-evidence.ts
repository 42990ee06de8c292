import ipaddr from 'ipaddr.js';
import { isbot } from 'isbot';
import { type Evidence } from '../domain/fraud-signals.ts';
import { factOf, type OrderFact } from '../domain/order-fact.ts';
import { type Deps } from '../deps.ts';
import { type Asked } from './gather-journeys.ts';

/** Whether an address is of the public internet: behind any other, many visitors look like one. */
function isPublicAddress(ip: string | null): boolean {
  return ip !== null && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
}

const noFacts: readonly OrderFact[] = [];

/** Gathers what is known around conversions: seven questions to the engines, however many they are. */
export async function gatherEvidence(
  deps: Pick<Deps, 'neighbours' | 'histories' | 'refundHistories' | 'traffic'>,
  asked: readonly Asked[],
): Promise<Omit<Evidence, 'journey' | 'navigated'>[]> {
  const own = asked.map(({ conversion }) => factOf(conversion));
  const telling = own.filter(({ ip }) => isPublicAddress(ip));
  const at = asked.map(({ conversion: { campaignId, affiliateId, createdAt } }) => ({
    campaignId,
    affiliateId,
    at: new Date(createdAt),
  }));
  const [ofCustomers, ofAddresses, history, refunds, traffic] = await Promise.all([
    deps.neighbours.listOfCustomers(own),
    deps.neighbours.listOfAddresses(telling),
    deps.histories.listAt(at),
    deps.refundHistories.listAt(at),
    deps.traffic.listAt(at),
  ]);
  const byCustomer = Map.groupBy(ofCustomers, ({ customer }) => customer);
  const byAddress = Map.groupBy(ofAddresses, ({ ip }) => ip);
  return asked.map(({ conversion, settings }, index) => {
    const { customer, ip } = factOf(conversion);
    const { userAgent } = conversion;
    return {
      // Lists are shared by the orders of a customer: a script's five hundred are not copied each time.
      ofCustomer: byCustomer.get(customer) ?? noFacts,
      fromAddress: byAddress.get(ip) ?? noFacts,
      isBotAgent: userAgent === null ? null : isbot(userAgent),
      isPublicAddress: isPublicAddress(ip),
      lookbackWindowDays: settings.lookbackWindowDays,
      history: history[index] ?? { reviewed: 0, rejected: 0 },
      refunds: refunds[index] ?? { orders: 0, refunded: 0 },
      traffic: traffic[index] ?? null,
    };
  });
}
