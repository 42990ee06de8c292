import { rpc, serveGrpc } from '@tributary/grpc';
import { TestLedger } from './test-ledger.ts';

/** Serves a ledger over gRPC on a free port. */
export async function serveTestLedger() {
  const ledger = new TestLedger();
  const service = 'tributary.commission.v1.Ledger';
  const rpcs = [
    rpc(service, 'Balance', ({ affiliateId, currency }) =>
      Promise.resolve({
        currency,
        ...ledger.balance(affiliateId),
        pendingMinor: 0,
        lastUpdated: '',
      }),
    ),
    rpc(service, 'Reserve', (asked) =>
      ledger.run('Reserve', asked, () => ({ items: [...ledger.reserve(asked)] })),
    ),
    rpc(service, 'Settle', ({ payoutId }) =>
      ledger.run('Settle', { payoutId }, () => {
        ledger.settle(payoutId);
        return { paidCommissions: 0 };
      }),
    ),
    rpc(service, 'Release', ({ payoutId, attempt }) =>
      ledger.run('Release', { payoutId }, () => {
        ledger.release(payoutId, attempt);
        return {};
      }),
    ),
    rpc(service, 'Restore', ({ payoutId }) =>
      ledger.run('Restore', { payoutId }, () => {
        ledger.restore(payoutId);
        return {};
      }),
    ),
  ];
  const unexpected: unknown[] = [];
  const server = await serveGrpc({
    port: 0,
    host: '127.0.0.1',
    rpcs,
    isReady: () => true,
    onUnexpected: (_method, error) => unexpected.push(error),
  });
  return {
    ledger,
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(1_000),
  };
}
