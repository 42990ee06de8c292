import { invalid } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { settlePayout } from './settle.ts';

export const settleRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Settle', async (request) => {
    const { payoutId, transactionId, settledAt: text } = request;
    const settledAt = text === '' ? deps.clock.now() : new Date(text);
    if (Number.isNaN(settledAt.getTime())) {
      throw invalid('invalid_request', { message: 'settled_at must be an ISO 8601 datetime' });
    }
    return { paidCommissions: await settlePayout(deps)({ payoutId, transactionId, settledAt }) };
  });
