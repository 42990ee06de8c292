import { conversionCustomerErased } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/**
 * Orders of a customer who asked to be forgotten are compared with no others any more, and nothing joins
 * them. Whose devices they were is known by the orders only, so that these go last.
 */
export const forgetCustomersConsumer = ({ neighbours, devices, assessments }: Deps) =>
  batchConsumer(conversionCustomerErased, async (events) => {
    const conversionIds = events.map(({ data }) => data.conversionId);
    await devices.forget(await neighbours.listIdentities(conversionIds));
    await assessments.forgetVisitors(conversionIds);
    await neighbours.forgetCustomers(conversionIds);
  });
