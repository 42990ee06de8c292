import { randomUUIDv7 } from 'node:crypto';
import { fork } from 'node:child_process';
import { startService } from '@tributary/service';
import { app } from './app.ts';
import { readWebhookConfig } from './config.ts';
import { openDeps, type Deps } from './deps.ts';
import { openPoster } from './egress/post.ts';
import { openResolver } from './egress/resolver.ts';
import { signerOf } from './egress/signature.ts';
const sg = signerOf(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);
import { newDelivery } from './domain/new-delivery.ts';
import { Agent } from 'undici';

const sink = fork(import.meta.dirname + '/zz-sink.mjs');
await new Promise((r) => setTimeout(r, 1500));
const N = Number(process.argv[2] ?? 20000),
  E = Number(process.argv[3] ?? 32);
const url = 'http://127.0.0.1:39555/hook';
const env = {
  ...process.env,
  NODE_ENV: 'test',
  NAMESPACE: 'b' + randomUUIDv7().slice(-6) + '-',
  HTTP_PORT: '0',
  OPS_PORT: '0',
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW_PRIVATE: 'true',
};
let deps!: Deps;
const config = readWebhookConfig(env);
const body = JSON.stringify({
  id: randomUUIDv7(),
  event: 'conversion.tracked',
  timestamp: new Date().toISOString(),
  data: {
    conversion_id: randomUUIDv7(),
    affiliate_id: randomUUIDv7(),
    campaign_id: randomUUIDv7(),
    amount: '12.00',
    currency: 'USD',
    product_id: null,
  },
});
async function bare(n: number) {
  const agent = new Agent({ connections: 128, pipelining: 1 });
  const t = performance.now();
  let i = 0;
  await Promise.all(
    Array.from({ length: 128 }, async () => {
      while (i < n) {
        i++;
        const headers = {
          'content-type': 'application/json',
          ...sg({ messageId: 'x', timestamp: 1, body }),
        };
        const { body: b } = await agent.request({
          origin: 'http://127.0.0.1:39555',
          path: '/hook',
          method: 'POST',
          headers,
          body,
        });
        await b.dump();
      }
    }),
  );
  const s = (performance.now() - t) / 1000;
  await agent.close();
  return n / s;
}
async function poster(n: number) {
  const p = openPoster(openResolver({ allowPrivate: true, servers: [] }), {
    allowPrivate: true,
    timeoutMs: 30000,
    connectionsPerHost: 128,
  });
  const t = performance.now();
  let i = 0;
  await Promise.all(
    Array.from({ length: 128 }, async () => {
      while (i < n) {
        i++;
        const headers = {
          'content-type': 'application/json',
          ...sg({ messageId: 'x', timestamp: 1, body }),
        };
        await p.post({ url, headers, body });
      }
    }),
  );
  const s = (performance.now() - t) / 1000;
  await p.destroy();
  return n / s;
}
await bare(3000);
const service = (await startService(
  { openDeps: async (c: never, p: never) => (deps = await openDeps(c, p)), app } as never,
  config as never,
)) as { close(): Promise<void>; platform: any };
for (let rep = 0; rep < 2; rep++) {
  const b = await bare(N);
  const pp = await poster(N);
  const owner = randomUUIDv7();
  const ids: string[] = [];
  for (let e = 0; e < E; e++) {
    const id = randomUUIDv7();
    ids.push(id);
    await deps.endpoints.create({
      id,
      ownerId: owner,
      ownerRole: 'brand',
      url,
      events: ['conversion.tracked'],
      description: null,
      active: true,
      switchedOff: null,
      headers: {},
      secret: deps.secrets.seal(deps.secrets.make(), id),
      secretEnd: 'abcd',
      previousSecret: null,
      createdAt: new Date(),
      updatedAt: null,
      lastTriggered: null,
      failureCount: 0,
      successCount: 0,
      revision: 0,
    });
  }
  const rows = Array.from({ length: N }, (_, i) =>
    newDelivery(
      {
        id: randomUUIDv7(),
        endpointId: ids[i % E]!,
        ownerId: owner,
        messageId: randomUUIDv7(),
        eventType: 'conversion.tracked',
        body,
        correlationId: 'c',
      },
      true,
      new Date(),
    ),
  );
  const ti = performance.now();
  for (let a = 0; a < N; a += 1000) await deps.deliveries.addNew(rows.slice(a, a + 1000));
  const inserted = performance.now();
  await deps.lanes.poke(ids, new Date());
  deps.lanesNudge.ring();
  const col = service.platform.mongo.connection.collection('deliveries');
  const cpu0 = process.cpuUsage();
  const lanesCol = service.platform.mongo.connection.collection('lanes');
  for (;;) {
    const left = await lanesCol.countDocuments({ dueAt: { $ne: null } });
    if (left === 0) break;
    await new Promise((r) => setTimeout(r, 100));
  }
  const s = (performance.now() - inserted) / 1000;
  const cpu = process.cpuUsage(cpu0);
  console.log({
    bare: Math.round(b),
    poster: Math.round(pp),
    insert: Math.round(N / ((inserted - ti) / 1000)),
    delivered: Math.round(N / s),
    ratio: (N / s / b).toFixed(2),
    cpuMsPer1000: Math.round((cpu.user + cpu.system) / N),
    rss: Math.round(process.memoryUsage().rss / 1e6),
  });
}
await service.platform.mongo.connection.dropDatabase();
await service.close();
sink.kill();
