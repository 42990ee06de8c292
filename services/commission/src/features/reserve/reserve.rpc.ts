import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { openReservePayout } from './reserve.ts';

export const reserveRpc = (deps: Deps) => {
  const reservePayout = openReservePayout(deps);
  return rpc('tributary.commission.v1.Ledger', 'Reserve', async (request) => ({
    items: [...(await reservePayout(request))],
  }));
};
