import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readConfig } from './config.ts';
import type { Sandbox } from './index.ts';
import { call, openTestSandbox } from './test-sandbox.ts';

let opened: Sandbox | undefined;
afterEach(() => opened?.close());

describe('the sandbox', () => {
  it('is ready when it is open, answers unknown paths and wrong methods, and closes for good', async () => {
    const sandbox = await openTestSandbox();
    opened = sandbox;
    const { http } = sandbox.urls;
    expect(await call('GET', `${http}/health/ready`)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await call('GET', `${http}/nothing`)).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_path' } },
    });
    expect((await call('POST', `${http}/health/ready`, {})).status).toBe(405);
    expect((await call('GET', `${http}/receiver/%E0%A4%A`)).status).toBe(400);
    await sandbox.close();
    await sandbox.close();
    await expect(fetch(`${http}/health/ready`)).rejects.toThrow();
  });

  it('closes while a call waits for its slow answer', async () => {
    const sandbox = await openTestSandbox();
    opened = sandbox;
    await call('PUT', `${sandbox.urls.http}/receiver/slow`, { delay_ms: 60_000 });
    const waiting = fetch(`${sandbox.urls.http}/receiver/slow`, { method: 'POST' });
    const closedWith = expect(waiting).rejects.toThrow();
    await call('GET', `${sandbox.urls.http}/health/ready`);
    await sandbox.close();
    await closedWith;
  });

  it('does not open on a port that is taken, and leaves none open', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(openTestSandbox({ ports: { http: port, smtp: 0 } })).rejects.toThrow('EADDRINUSE');
    await expect(openTestSandbox({ ports: { http: 0, smtp: port } })).rejects.toThrow('EADDRINUSE');
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('readConfig', () => {
  it('has a default for everything, empty variables included', () => {
    expect(readConfig({ SANDBOX_PORT: '' })).toMatchObject({
      host: '127.0.0.1',
      ports: { http: 4900, smtp: 4925 },
      settings: { settle_ms: 1000, slow_ms: 20_000 },
      keys: { cardprocApiKey: 'sandbox-cardproc-key' },
    });
    expect(readConfig({})).not.toHaveProperty('dataDir');
  });

  it('takes what is set, and names every variable that is wrong', () => {
    const set = { SANDBOX_DATA_DIR: '/data', SANDBOX_SETTLE_MS: '5', CARDPROC_API_KEY: 'k' };
    expect(readConfig(set)).toMatchObject({
      dataDir: '/data',
      settings: { settle_ms: 5 },
      keys: { cardprocApiKey: 'k' },
    });
    const wrong = { SANDBOX_PORT: 'http', CARDPROC_CALLBACK_URL: 'nowhere' };
    expect(() => readConfig(wrong)).toThrow(/SANDBOX_PORT: .*; CARDPROC_CALLBACK_URL: /);
  });
});
