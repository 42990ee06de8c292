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

/** Gathers what is known around conversions: five questions to the database, however many they are. */
export async function gatherEvidence(
  { neighbours, histories }: Pick<Deps, 'neighbours' | 'histories'>,
  asked: readonly Asked[],
): Promise<Evidence[]> {
  const own = asked.map(({ conversion }) => factOf(conversion));
  const telling = own.filter(({ ip }) => isPublicAddress(ip));
  const [ofCustomers, ofAddresses, history] = await Promise.all([
    neighbours.listOfCustomers(own),
    neighbours.listOfAddresses(telling),
    histories.listAt(own.map(({ affiliateId, createdAt: at }) => ({ affiliateId, at }))),
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
    };
  });
}
