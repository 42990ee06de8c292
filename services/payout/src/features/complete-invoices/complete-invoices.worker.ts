import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { completeInvoices } from './complete-invoices.ts';

export const completeInvoicesWorker = (deps: Deps) =>
  worker({ name: 'complete-invoices', everyMs: 5_000, run: completeInvoices(deps) });
