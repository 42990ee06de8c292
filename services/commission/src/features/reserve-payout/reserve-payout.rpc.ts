import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { reservePayout } from './reserve-payout.ts';

export const reservePayoutRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Reserve', async (request) => ({
    items: [...(await reservePayout(deps)(request))],
  }));
