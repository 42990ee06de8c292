import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@tributary/testing';
import { fetchSpans, orphansOf } from '@tributary/tracing/testing';
import { Client, createFixture, follow, post } from '../client.ts';
import { sharedSystem } from '../shared-system.ts';
import { CALLER } from './caller.ts';

/** What a process logs where it loses spans: no work waits for a collector. */
const LOSS = 'the collector does not take traces';

const someAreLost = (logs: string): boolean =>
  readdirSync(logs).some((file) => readFileSync(join(logs, file), 'utf8').includes(LOSS));

/** Begins last, and waits for what the other stories still do. */
describe('the system of all stories, after them', () => {
  it('has books that agree, and nothing lost or left', async () => {
    const client = new Client(sharedSystem());
    const { trackingCode } = await createFixture(client);
    await post(client, await follow(client, trackingCode), 'the-last-order', '10.00');
    expect(await sharedSystem().violations()).toEqual([]);
  }, 180_000);

  it('leaves no span without its parent, unless a process reports that it lost some', async () => {
    const { collector, logs } = sharedSystem();
    const until = Date.now();
    const orphans = async () =>
      orphansOf(await fetchSpans(collector), new Set([CALLER.spanId]))
        .filter(({ endMs }) => endMs < until)
        .map(({ service, name, traceId, startMs, endMs, failed }) => {
          const ms = [startMs, endMs].map((at) => new Date(at).toISOString()).join(' to ');
          return `${service} ${name}, ${ms}, ${failed ? 'failed, ' : ''}${traceId}`;
        });
    await eventually(async () => (await orphans()).length === 0, {
      timeoutMs: 20_000,
      everyMs: 1_000,
    }).catch(() => undefined);
    const spans = await fetchSpans(collector);
    expect(new Set(spans.map(({ service }) => service)).size).toBeGreaterThan(5);
    const left = await orphans();
    if (!someAreLost(logs)) expect(left).toEqual([]);
  }, 60_000);
});
