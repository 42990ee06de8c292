import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { writeNextReport } from './write-reports.ts';

export const writeReportsWorker = (deps: Deps) =>
  worker({ name: 'write-reports', everyMs: 1_000, run: writeNextReport(deps) });
