import { assessmentCustomerErased, conversionCustomerErased } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/**
 * Erases who ordered, so that the order is compared with no others, and reports what was erased. The order names the
 * devices to erase, so that it is erased last.
 */
export const eraseCustomersConsumer = ({ transaction }: Pick<Deps, 'transaction'>) =>
  consumer(conversionCustomerErased, ({ data: { conversionId, erasureId } }) =>
    transaction(async ({ neighbours, devices, assessments, outbox }) => {
      const identity = await neighbours.findIdentity(conversionId);
      const counts = [
        { collection: 'devices', count: identity === null ? 0 : await devices.erase(identity) },
        { collection: 'assessments', count: await assessments.eraseVisitor(conversionId) },
        { collection: 'order_facts', count: await neighbours.eraseCustomer(conversionId) },
      ];
      if (erasureId === undefined) return;
      await outbox.add(assessmentCustomerErased({ erasureId, conversionId, counts }));
    }),
  );
