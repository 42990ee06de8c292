import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { reconcileNightly } from './reconcile-books.ts';

export const reconcileNightlySchedule = (deps: Deps) =>
  schedule({ name: 'reconcile-nightly', cron: '0 30 3 * * *', run: reconcileNightly(deps) });
