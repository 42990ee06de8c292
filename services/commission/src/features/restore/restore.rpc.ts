import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { restorePayout } from './restore.ts';

export const restoreRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Restore', async ({ payoutId }) => {
    await restorePayout(deps)(payoutId);
    return {};
  });
