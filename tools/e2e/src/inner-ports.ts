import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { openGrpcClient } from '@tributary/grpc';
import { catalog, type ServiceId } from '@tributary/catalog';
import { type ServiceTokens } from '@tributary/service-tokens';
import { anApprovedConversion } from '@tributary/testing';
import { forgeCalls } from './forged-calls.ts';
import { type TestSystem } from './system.ts';

const OPTIONS = { deadlineMs: 20_000, idempotent: false };

/** Another address of this machine: a port of all addresses accepts connections to it. */
const OTHER_ADDRESS = '127.0.0.2';

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Tests of the ports that services open for each other, in a system that other suites share. */
export const innerPortTests = (systemOf: () => TestSystem) => () => {
  let system: TestSystem;
  beforeAll(() => {
    system = systemOf();
  });

  const address = () => `127.0.0.1:${String(catalog.commission.grpc + system.portOffset)}`;
  type Caller = Pick<ServiceTokens, 'tokenFor'>;
  const tokensOf = (service: ServiceId) => system.serviceKeys.tokensOf(service);
  const withoutToken: Caller = { tokenFor: () => '' };

  const balanceOf = async (affiliateId: string): Promise<number> => {
    const ledger = openGrpcClient('tributary.commission.v1.Ledger', address(), tokensOf('payout'));
    const query = { affiliateId, currency: 'USD' };
    const { availableMinor } = await ledger.call('Balance', query, OPTIONS);
    ledger.close();
    return availableMinor;
  };

  const create = async (affiliateId: string, tokens: Caller = tokensOf('tracking')) => {
    const service = 'tributary.commission.v1.Commissions';
    const commissions = openGrpcClient(service, address(), tokens);
    const conversions = [
      JSON.stringify(anApprovedConversion({ affiliateId, valueMinor: 100_000 })),
    ];
    try {
      await commissions.call('CreateForConversions', { conversions }, OPTIONS);
    } finally {
      commissions.close();
    }
  };

  const reserve = async (affiliateId: string, tokens: Caller = tokensOf('payout')) => {
    const ledger = openGrpcClient('tributary.commission.v1.Ledger', address(), tokens);
    const amount = { amountMinor: 1, currency: 'USD', commissionIds: [], attempt: 0 };
    try {
      await ledger.call('Reserve', { payoutId: randomUUIDv7(), affiliateId, ...amount }, OPTIONS);
    } finally {
      ledger.close();
    }
  };

  it('are closed on every address but the loopback one', async () => {
    const ports = Object.values(catalog).flatMap((own) => Object.values(own) as number[]);
    for (const port of ports) {
      expect([port, await accepts('127.0.0.1', port + system.portOffset)]).toEqual([port, true]);
      expect([port, await accepts(OTHER_ADDRESS, port + system.portOffset)]).toEqual([port, false]);
    }
  });

  it('refuse a forged CreateForConversions, so that nobody makes money payable', async () => {
    const affiliateId = randomUUIDv7();
    const forged = [withoutToken, tokensOf('payout'), tokensOf('gateway')];
    for (const tokens of forged) {
      await expect(create(affiliateId, tokens)).rejects.toThrow(/token|not_allowed/);
    }
    expect(await balanceOf(affiliateId)).toBe(0);
    await create(affiliateId);
    expect(await balanceOf(affiliateId)).toBeGreaterThan(0);
  });

  it('refuse a forged Reserve, so that nobody empties a balance', async () => {
    const affiliateId = randomUUIDv7();
    await create(affiliateId);
    const before = await balanceOf(affiliateId);
    for (const tokens of [withoutToken, tokensOf('tracking'), tokensOf('commission')]) {
      await expect(reserve(affiliateId, tokens)).rejects.toThrow(/token|not_allowed/);
    }
    expect(await balanceOf(affiliateId)).toBe(before);
    // Payout may call, and learns that nobody has judged this order: no worker runs here.
    await expect(reserve(affiliateId)).rejects.toThrow(/judged again/);
    expect(await balanceOf(affiliateId)).toBe(before);
  });

  it('refuse 500 forged calls and more, whatever is wrong with their tokens', async () => {
    const calls = await forgeCalls({ keys: system.serviceKeys, portOffset: system.portOffset });
    expect(calls.length).toBeGreaterThanOrEqual(500);
    expect(calls.filter(({ isRefused }) => !isRefused)).toEqual([]);
  });
};
