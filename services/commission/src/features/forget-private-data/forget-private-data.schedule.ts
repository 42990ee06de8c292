import { schedule } from '@tributary/service';
import type { Deps } from '../../deps.ts';
import { forgetPrivateData } from './forget-private-data.ts';

export const forgetPrivateDataSchedule = (deps: Deps) =>
  schedule({
    name: 'forget-private-data',
    cron: '0 27 * * * *',
    run: () => forgetPrivateData(deps),
  });
