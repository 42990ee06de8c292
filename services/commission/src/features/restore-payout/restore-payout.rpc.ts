import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { restorePayout } from './restore-payout.ts';

export const restorePayoutRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Restore', async ({ payoutId }) => {
    await restorePayout(deps)(payoutId);
    return {};
  });
