import { execFile } from 'node:child_process';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { promisify } from 'node:util';
import { openProxy, type Proxy } from '@tributary/messaging/testing/proxy';
import { eventually } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const run = promisify(execFile);

/** Refuses writes above the limit as a full disk does, where this user may not mount one. */
async function refuseWrites(directory: string, limit: number): Promise<() => Promise<void>> {
  const probe = await open(path.join(directory, 'probe'), 'a');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const append = Reflect.get<typeof probe, 'appendFile'>(handles, 'appendFile');
  const mocked = mock.method(
    handles,
    'appendFile',
    async function limited(this: typeof probe, text: string) {
      if ((await this.stat()).size + text.length <= limit) return append.call(this, text);
      await this.write(text.slice(0, text.length / 2));
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  );
  return () => {
    mocked.mock.restore();
    return Promise.resolve();
  };
}

/** Makes `directory` a disk of `bytes`. @returns what frees it */
async function limitDisk(directory: string, bytes: number): Promise<() => Promise<void>> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)}`, 'tmpfs', directory]);
    return async () => {
      await run('umount', ['--lazy', directory]);
    };
  } catch {
    return refuseWrites(directory, bytes);
  }
}

describe('a full disk under the spool', () => {
  let kafka: Proxy;
  let tracking: Tracking;
  let directory: string;
  let freeDisk: () => Promise<void>;
  beforeAll(async () => {
    kafka = await openProxy((process.env['KAFKA_BROKERS'] ?? '').split(',')[0] ?? '', true);
    tracking = await openTracking({}, 1, kafka);
    directory = path.join(tracking.spool, tracking.env['NAMESPACE'] ?? '');
    freeDisk = await limitDisk(directory, 16_384);
  });
  afterAll(async () => {
    await freeDisk();
    await tracking.close();
    await kafka.close();
  });

  const statusOf = async (code: string) => (await tracking.follow(code)).status;
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${tracking.service.opsUrl}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'm').exec(text)?.[1]);
  };
  const degraded = async (): Promise<string[]> => {
    const response = await fetch(`${tracking.service.opsUrl}/health/ready`);
    const body = (await response.json()) as { degraded: string[] };
    expect(response.status).toBe(200);
    return body.degraded;
  };

  it('refuses clicks with one open file, one line and a metric, until Kafka answers', async () => {
    const { link } = tracking.aLinkTo();
    const code = link.trackingCode;
    await eventually(async () => (await statusOf(code)) === 302);
    const lines = mock.method(tracking.service.platform.log, 'error');
    // A broker that accepts connections and answers nothing is the slowest to notice.
    kafka.onAnswer = () => 'swallow';
    let stored = 0;
    await eventually(async () => {
      const status = await statusOf(code);
      stored += status === 302 ? 1 : 0;
      return status === 503;
    });
    expect(stored).toBeGreaterThan(0);
    for (let click = 0; click < 50; click += 1) expect(await statusOf(code)).toBe(503);
    expect((await readdir(directory)).length).toBeLessThanOrEqual(2);
    expect(await metric('clicks_refused_total')).toBeGreaterThanOrEqual(51);
    expect(await metric('click_spool_bytes')).toBeGreaterThan(0);
    expect(await metric('click_spool_files')).toBeGreaterThan(0);
    expect(lines.mock.calls.map(({ arguments: [facts] }) => facts)).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ code: 'ENOSPC' }) as unknown }),
    ]);
    await eventually(async () => (await degraded()).includes('click_spool'));
    kafka.onAnswer = undefined;
    const back = performance.now();
    await eventually(async () => (await statusOf(code)) === 302);
    expect(performance.now() - back).toBeLessThan(10_000);
    await eventually(async () => (await metric('click_spool_bytes')) === 0);
    await eventually(async () => (await degraded()).length === 0);
    lines.mock.restore();
  });
});
