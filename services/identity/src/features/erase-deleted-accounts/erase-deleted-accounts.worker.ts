import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { eraseDeletedAccounts } from './erase-deleted-accounts.ts';

export const eraseDeletedAccountsWorker = (deps: Deps) =>
  worker({ name: 'erase-deleted-accounts', everyMs: 2_000, run: eraseDeletedAccounts(deps) });
