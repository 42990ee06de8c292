import { unavailable } from '@tributary/errors';
import { type LoggedRequest } from '../clients/identity-client.ts';
import { describeKeyUse, openKeyUse } from '../domain/key-use.ts';
import { openRequestLog } from './request-log.ts';

const prefix = '/api/brand/conversions';
const useOf = (id: string) => openKeyUse({ id, apiKeyId: 'key' });
const aRequest = (status = 200) => ({
  requestId: 'request-1',
  method: 'GET',
  prefix,
  status,
  startedAt: performance.now() - 12,
});

function openLog() {
  const written: LoggedRequest[] = [];
  const state = { isAway: false };
  const clock = { now: () => new Date('2026-05-01T12:00:00Z') };
  const log = openRequestLog({
    clock,
    identity: {
      noteRequests: (requests) => {
        if (state.isAway) return Promise.reject(unavailable('unavailable'));
        written.push(...requests);
        return Promise.resolve();
      },
    },
  });
  return { log, written, state };
}

describe('the log of requests with API keys', () => {
  it('states what a service has answered with, and else the prefix of the path alone', async () => {
    const { log, written } = openLog();
    const use = useOf('brand');
    const path = `${prefix}/:conversion_id`;
    describeKeyUse(use, `getBrandConversion ${path} conversion_not_found`);
    log.add(aRequest(404), use);
    log.add(aRequest(429), { ...useOf('brand'), errorCode: 'rate_limit_exceeded' });
    log.add(aRequest(0), useOf('brand'));
    await log.write();
    expect(written).toMatchObject([
      { operation: 'getBrandConversion', path, errorCode: 'conversion_not_found', status: 404 },
      { operation: '', path: prefix, errorCode: 'rate_limit_exceeded', status: 429 },
      { status: 0 },
    ]);
    for (const { durationMs } of written) expect(durationMs).toBeGreaterThanOrEqual(12);
  });

  it('keeps what cannot be written, and writes it once later', async () => {
    const { log, written, state } = openLog();
    state.isAway = true;
    log.add(aRequest(), useOf('brand'));
    await expect(log.write()).rejects.toThrow('unavailable');
    state.isAway = false;
    await log.write();
    await log.write();
    expect(written).toHaveLength(1);
  });

  it('accounts for every request: those that come too fast are counted by the next one', async () => {
    const bursts = [3, 120, 0, 51, 50, 200, 1];
    const { log, written } = openLog();
    for (const burst of bursts) {
      for (let index = 0; index < burst; index += 1) log.add(aRequest(), useOf('brand'));
      await log.write();
    }
    const made = bursts.reduce((sum, burst) => sum + burst, 0);
    const leftOut = written.reduce((sum, one) => sum + one.leftOut, 0);
    expect(written).toHaveLength(3 + 4 * 50 + 1);
    expect(written.length + leftOut).toBe(made);
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length);
  });

  it('is bounded, however many accounts call while it cannot be written', async () => {
    const { log, written, state } = openLog();
    state.isAway = true;
    for (let index = 0; index < 6_000; index += 1) log.add(aRequest(), useOf(`b${String(index)}`));
    await expect(log.write()).rejects.toThrow();
    state.isAway = false;
    await log.write();
    expect(written).toHaveLength(5_000);
  });
});
