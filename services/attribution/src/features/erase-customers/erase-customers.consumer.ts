import { conversionCustomerErased } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/**
 * Erases who ordered, so that the orders are compared with no others. The orders name the devices to erase, so
 * that the orders are erased last.
 */
export const eraseCustomersConsumer = ({ neighbours, devices, assessments }: Deps) =>
  batchConsumer(conversionCustomerErased, async (events) => {
    const conversionIds = events.map(({ data }) => data.conversionId);
    await devices.erase(await neighbours.listIdentities(conversionIds));
    await assessments.eraseVisitors(conversionIds);
    await neighbours.eraseCustomers(conversionIds);
  });
