import { conversionCustomerErased } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Orders of a customer who asked to be forgotten are compared with no others any more. */
export const forgetCustomersConsumer = ({ neighbours }: Deps) =>
  batchConsumer(conversionCustomerErased, (events) =>
    neighbours.forgetCustomers(events.map(({ data }) => data.conversionId)),
  );
