import { userRegistered, type UserSnapshot, userUpdated } from '@tributary/contracts';
import { consumer, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Copies the names of affiliates, which brands' reports show. */
export function syncAffiliatesConsumers({ transaction }: Pick<Deps, 'transaction'>) {
  const save = async ({ data, occurredAt }: HandledEvent<UserSnapshot>): Promise<void> => {
    if (data.role !== 'affiliate') return;
    const { userId: _id, name } = data;
    await transaction(({ names }) =>
      names.saveAffiliate({ _id, name, changedAt: new Date(occurredAt) }),
    );
  };
  return [consumer(userRegistered, save), consumer(userUpdated, save)];
}
