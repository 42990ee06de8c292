import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { lessHeld, netAvailableMinor } from '../../domain/balance.ts';

export const balanceRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Ledger', 'Balance', async ({ affiliateId, currency }) => {
    const { ledger, commissions } = deps.stores;
    const heldMinor = await commissions.sumHeld({ affiliateId, currency });
    const balance = lessHeld(await ledger.findBalance(affiliateId, currency), heldMinor);
    return {
      currency,
      availableMinor: netAvailableMinor(balance),
      pendingMinor: balance.pendingMinor,
      reservedMinor: balance.reservedMinor,
      paidMinor: balance.paidMinor,
      lastUpdated: balance.updatedAt?.toISOString() ?? '',
    };
  });
