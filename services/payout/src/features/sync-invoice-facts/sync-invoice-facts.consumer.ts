import {
  commissionCreated,
  userCredentialsChanged,
  userRegistered,
  type UserSnapshot,
  userUpdated,
} from '@tributary/contracts';
import { batchConsumer, consumer, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies the facts of commissions and affiliates that invoices need. */
export function syncInvoiceFactsConsumers(deps: Deps) {
  const saveParty = async ({ data, occurredAt }: HandledEvent<UserSnapshot>): Promise<void> => {
    if (data.role !== 'affiliate') return;
    const { userId: _id, name, company, country, email, locale } = data;
    const known = locale === undefined ? {} : { locale };
    await deps.transaction(({ invoices }) =>
      invoices.saveParty({ _id, name, company, country, email, ...known, changedAt: occurredAt }),
    );
  };
  return [
    batchConsumer(commissionCreated, (events) =>
      deps.invoices.saveCommissionLines(
        events.map(({ data }) => ({
          _id: data.commissionId,
          campaignName: data.campaignName,
          orderId: data.orderId,
          earnedAt: new Date(data.convertedAt),
        })),
      ),
    ),
    consumer(userRegistered, saveParty),
    consumer(userUpdated, saveParty),
    consumer(userCredentialsChanged, saveParty),
  ];
}
