import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { EngineError } from './errors.ts';
import { findFreePorts, isPortFree, requireFreePort } from './ports.ts';
import { reservePortOffset } from './system-ports.ts';

const holdPort = async (host: string) => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return { port, release: async () => new Promise((done) => server.close(done)) };
};

describe('ports', () => {
  it.each(['127.0.0.1', '0.0.0.0'])(
    'names a port taken on %s, its owner and the remedy, in one line',
    async (host) => {
      const held = await holdPort(host);
      try {
        const failure = requireFreePort(held.port, 'the gateway', 'PORT');
        await expect(failure).rejects.toThrow(EngineError);
        await expect(failure).rejects.toThrow(
          `Port ${held.port} for the gateway is taken. Remedy: stop what listens there (lsof -i :${held.port}) or set PORT`,
        );
      } finally {
        await held.release();
      }
      expect(await isPortFree(held.port)).toBe(true);
    },
  );

  it('finds different free ports', async () => {
    const ports = await findFreePorts(4);
    expect(new Set(ports).size).toBe(4);
    for (const port of ports) expect(await isPortFree(port)).toBe(true);
  });
});

describe('systems of tests', () => {
  const offsets = [21_000, 22_000, 23_000, 24_000];

  it('have ports of their own, also where they start at the same moment', async () => {
    const [first, second] = await Promise.all([
      reservePortOffset(offsets),
      reservePortOffset(offsets),
    ]);
    expect(first.offset).not.toBe(second.offset);
    await first.release();
    const third = await reservePortOffset(offsets);
    expect(third.offset).not.toBe(second.offset);
    await Promise.all([second.release(), third.release()]);
  });

  it('leave out ports that another process listens on, and fail where all are taken', async () => {
    const [offset = 0] = offsets;
    const { release } = await reservePortOffset([offset]);
    await expect(reservePortOffset([offset])).rejects.toThrow('No free ports were found');
    await release();
    const gateway = createServer();
    await new Promise<void>((done) => gateway.listen(8_080 + offset, '0.0.0.0', done));
    await expect(reservePortOffset([offset])).rejects.toThrow(EngineError);
    await new Promise((done) => gateway.close(done));
  });
});
