import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { reconcileBooks } from './reconcile-books.ts';

export const reconcileBooksSchedule = (deps: Deps) =>
  schedule({ name: 'reconcile-nightly', cron: '0 30 3 * * *', run: reconcileBooks(deps) });
