import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { releasePayout } from './release.ts';

export const releaseRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Release', async ({ payoutId, attempt }) => {
    await releasePayout(deps)(payoutId, attempt);
    return {};
  });
