import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { sharedRun } from './shared-run.ts';
import { verifyLedger } from './verify-ledger.ts';

const response = z.object({
  balanced: z.boolean(),
  entries: z.int(),
  accounts: z.int(),
  differences: z.array(
    z
      .object({ check: z.string(), at: z.string(), expected: z.string(), found: z.string() })
      .meta({ id: 'LedgerDifference', description: 'A check of the books that does not hold' }),
  ),
});

export const verifyLedgerRoute = (deps: Deps) => {
  // A run reads the whole ledger, so concurrent callers share one.
  const verify = sharedRun(() => deps.audit((audit) => verifyLedger(audit, deps.digest)));
  return route({
    operationId: 'verifyLedger',
    method: 'get',
    path: '/api/admin/ledger/verify',
    summary: 'Derive every balance again from the ledger’s entries',
    description:
      'Checks the hash chain of every account, that every transaction sums to zero, that the platform’s clearing rests at zero, every balance, commission and payout reservation against the entries, and the amount of every commission against the terms that it was earned by. At most 100 differences are shown. A run that is in progress is shared: its result is of the moment when it began.',
    allow: ['admin'],
    permission: 'platform:read',
    response,
    handle: verify,
  });
};
