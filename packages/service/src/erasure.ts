import { userErased } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Erasures } from '@tributary/mongo';
import { worker } from './background/worker.ts';

interface Parts {
  readonly erasures: Erasures;
}

/** Saves which accounts this service has to erase. */
export const eraseAccountsConsumer = ({ erasures }: Parts) =>
  consumer(userErased, ({ data: { userId } }) => erasures.request(userId));

/** Erases them, one after the other, as the collections declare it. */
export const eraseAccountsWorker = ({ erasures }: Parts) =>
  worker({ name: 'erase-accounts', everyMs: 5_000, run: () => erasures.eraseNext() });
