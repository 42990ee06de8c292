import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { netAvailableMinor } from '../../domain/balance.ts';

export const balanceRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Balance', async ({ affiliateId, currency }) => {
    const balance = await deps.stores.ledger.findBalance(affiliateId, currency);
    return {
      currency,
      availableMinor: netAvailableMinor(balance),
      pendingMinor: balance.pendingMinor,
      reservedMinor: balance.reservedMinor,
      paidMinor: balance.paidMinor,
      lastUpdated: balance.updatedAt?.toISOString() ?? '',
    };
  });
