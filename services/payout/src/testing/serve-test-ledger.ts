import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import { TestLedger } from './test-ledger.ts';

/** Serves a test ledger over gRPC on a free port. */
export async function serveTestLedger() {
  const ledger = new TestLedger();
  const service = 'tributary.commission.v1.Ledger';
  const rpcs = [
    rpc(service, 'Balance', ({ affiliateId, currency }) => {
      const balance = ledger.balance(affiliateId);
      return Promise.resolve({ currency, ...balance, pendingMinor: 0, lastUpdated: '' });
    }),
    rpc(service, 'Reserve', (request) =>
      ledger.run('Reserve', request.affiliateId, () => ({ items: [...ledger.reserve(request)] })),
    ),
    rpc(service, 'Settle', ({ payoutId }) =>
      ledger.run('Settle', ledger.affiliateOf(payoutId), () => {
        ledger.settle(payoutId);
        return { paidCommissions: 0 };
      }),
    ),
    rpc(service, 'Release', ({ payoutId, attempt }) =>
      ledger.run('Release', ledger.affiliateOf(payoutId), () => {
        ledger.release(payoutId, attempt);
        return {};
      }),
    ),
    rpc(service, 'Restore', ({ payoutId }) =>
      ledger.run('Restore', ledger.affiliateOf(payoutId), () => {
        ledger.restore(payoutId);
        return {};
      }),
    ),
  ];
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('commission'),
    rpcs,
    isReady: () => true,
    // An internal error is one of the faults.
    onUnexpected: () => undefined,
  });
  return {
    ledger,
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(1_000),
  };
}
