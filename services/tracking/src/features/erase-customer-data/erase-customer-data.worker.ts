import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { eraseNextCustomer } from './erase-customer-data.ts';

/** Erases the persons whose erasure was requested, one after the other. */
export const eraseCustomerDataWorker = (deps: Deps) =>
  worker({ name: 'erase-customer-data', everyMs: 1_000, run: () => eraseNextCustomer(deps) });
