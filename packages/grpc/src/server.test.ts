import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceId } from '@tributary/catalog';
import { Deadline, runWithContext } from '@tributary/context';
import { SERVICE_TOKEN_HEADER } from '@tributary/service-tokens';
import { freePort, tokensOf } from '@tributary/testing';
import { openGrpcClient } from './client.ts';
import { definitionOf } from './definitions.ts';
import { type GrpcServer, rpc, serveGrpc } from './server.ts';

const LEDGER = 'tributary.commission.v1.Ledger';
let server: GrpcServer;
let reserved = 0;
const refused: { rpc: string; caller: ServiceId | undefined; code: string }[] = [];
const answered: { rpc: string; caller: ServiceId | undefined; code: string }[] = [];

beforeAll(async () => {
  const others = (['Balance', 'Release', 'Restore', 'Settle'] as const).map((method) =>
    rpc(LEDGER, method, () => Promise.resolve({})),
  );
  const reserve = rpc(LEDGER, 'Reserve', () => {
    reserved += 1;
    return Promise.resolve({ items: [] });
  });
  server = await serveGrpc({
    port: 0,
    rpcs: [...others, reserve],
    tokens: tokensOf('commission'),
    onUnexpected: () => undefined,
    onRefused: ({ rpc: name, caller, code }) => refused.push({ rpc: name, caller, code }),
    onAnswered: ({ rpc: name, caller, code }) => answered.push({ rpc: name, caller, code }),
    isReady: () => true,
  });
});
afterAll(() => server.close(1_000));
beforeEach(() => {
  refused.length = 0;
  answered.length = 0;
});

const address = (): string => `127.0.0.1:${String(server.port)}`;
const request = { payoutId: 'p', affiliateId: 'a', amountMinor: 1, currency: 'USD' };
const OPTIONS = { deadlineMs: 5_000, idempotent: false };

/** A bare call, as anybody may send it. */
function callBare(
  service: typeof LEDGER | 'grpc.health.v1.Health',
  method: string,
  token?: string,
) {
  const described = definitionOf(service)[method];
  if (described === undefined) throw new Error(`No method ${method}`);
  const { path, requestSerialize, responseDeserialize } = described;
  const client = new Client(address(), credentials.createInsecure());
  const metadata = new Metadata();
  if (token !== undefined) metadata.set(SERVICE_TOKEN_HEADER, token);
  return new Promise<number>((resolve) => {
    const done = (error: ServiceError | null): void => {
      client.close();
      resolve(error?.code ?? status.OK);
    };
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, done);
  });
}

describe('a served RPC', () => {
  it('is for the services that the table names, and its log names the caller', async () => {
    const ledger = openGrpcClient(LEDGER, address(), tokensOf('payout'));
    expect(await ledger.call('Reserve', request, OPTIONS)).toEqual({ items: [] });
    ledger.close();
    expect(answered).toEqual([{ rpc: `${LEDGER}/Reserve`, caller: 'payout', code: 'ok' }]);
  });

  it('refuses a call without a token, or with one for another service, and reports it', async () => {
    const before = reserved;
    expect(await callBare(LEDGER, 'Reserve')).toBe(status.UNAUTHENTICATED);
    const foreign = tokensOf('payout').tokenFor('identity');
    expect(await callBare(LEDGER, 'Reserve', foreign)).toBe(status.UNAUTHENTICATED);
    expect(reserved).toBe(before);
    expect(refused).toEqual([
      { rpc: `${LEDGER}/Reserve`, caller: undefined, code: 'service_token_required' },
      { rpc: `${LEDGER}/Reserve`, caller: undefined, code: 'invalid_service_token' },
    ]);
  });

  it('refuses a service that the table does not name, and reports which', async () => {
    const before = reserved;
    const token = tokensOf('tracking').tokenFor('commission');
    expect(await callBare(LEDGER, 'Reserve', token)).toBe(status.PERMISSION_DENIED);
    expect(reserved).toBe(before);
    expect(refused).toEqual([
      { rpc: `${LEDGER}/Reserve`, caller: 'tracking', code: 'caller_not_allowed' },
    ]);
  });

  it('gives a refused service an error that its own callers do not mistake for theirs', async () => {
    const tracking = openGrpcClient(LEDGER, address(), tokensOf('tracking'));
    await expect(tracking.call('Reserve', request, OPTIONS)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'upstream_failed',
    });
    tracking.close();
  });

  it('answers health checks without a token', async () => {
    expect(await callBare('grpc.health.v1.Health', 'Check')).toBe(status.OK);
  });
});

describe('a call', () => {
  const serve = (
    port: number,
    reserve: () => Promise<{ items: never[] }>,
    waits: number[] = [],
  ) => {
    const others = (['Balance', 'Release', 'Restore', 'Settle'] as const).map((method) =>
      rpc(LEDGER, method, () => Promise.resolve({})),
    );
    return serveGrpc({
      port,
      rpcs: [...others, rpc(LEDGER, 'Reserve', reserve)],
      tokens: tokensOf('commission'),
      withinDeadline: (maxMs, work) => {
        waits.push(maxMs);
        return work();
      },
      onUnexpected: () => undefined,
      isReady: () => true,
    });
  };

  it('is repeated until its deadline while the service is just starting', async () => {
    const port = await freePort();
    const ledger = openGrpcClient(LEDGER, `127.0.0.1:${String(port)}`, tokensOf('payout'));
    const call = ledger.call('Reserve', request, { deadlineMs: 60_000, idempotent: true });
    await sleep(2_000);
    const late = await serve(port, () => Promise.resolve({ items: [] }));
    expect(await call).toEqual({ items: [] });
    ledger.close();
    await late.close(1_000);
  });

  it('ends with the request that needs it, and the called service knows when', async () => {
    const waits: number[] = [];
    const slow = await serve(0, () => new Promise(() => undefined), waits);
    const ledger = openGrpcClient(LEDGER, `127.0.0.1:${String(slow.port)}`, tokensOf('payout'));
    const deadline = new Deadline(1_500);
    const call = runWithContext({ correlationId: 'r', deadline }, () =>
      ledger.call('Reserve', request, { deadlineMs: 600_000, idempotent: true }),
    );
    await expect(call).rejects.toMatchObject({ kind: 'unavailable' });
    expect(waits[0]).toBeLessThanOrEqual(1_500);
    ledger.close();
    await slow.close(0);
  });
});
