import { type Migration } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { SUMS_MIGRATION } from '../domain/sums-version.ts';
import { withRebuildLease } from './rebuild-lease.ts';
import { rebuildSums } from './rebuild-sums.ts';

type Use = Pick<Deps, 'clock' | 'transaction' | 'counting'>;

/** Counts the sums of reports again from their facts, where an earlier release counted otherwise. */
export const recountSums = ({ clock, transaction, counting }: Use): Migration => ({
  name: SUMS_MIGRATION,
  description: 'the sums of reports are counted again from clicks, conversions and commissions',
  run: async (connection) => {
    const { days, wrongSums } = await withRebuildLease({ connection }, (requireLease) =>
      rebuildSums({
        snapshot: counting.snapshot,
        days: counting.listDays(),
        transaction,
        now: clock.now(),
        repair: true,
        requireLease,
      }),
    );
    return { documents: days, rewritten: wrongSums, failed: 0, failedIds: [] };
  },
});
