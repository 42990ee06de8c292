import { conversionCustomerErased } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/**
 * Orders of a customer who asked to be forgotten are compared with no others any more, and nothing joins
 * them. Whose devices they were is known by the orders only, so that these go last.
 */
export const eraseCustomersConsumer = ({ neighbours, devices, assessments }: Deps) =>
  batchConsumer(conversionCustomerErased, async (events) => {
    const conversionIds = events.map(({ data }) => data.conversionId);
    await devices.erase(await neighbours.listIdentities(conversionIds));
    await assessments.eraseVisitors(conversionIds);
    await neighbours.eraseCustomers(conversionIds);
  });
