import { type IncomingMessage } from 'node:http';
import { eventually } from '@tributary/testing';
import { Client, follow, order, setStage, type Stage } from '../client.ts';
import { openLocalServer } from '../local-server.ts';
import { type TestSystem } from '../system.ts';
import { persist, underKills } from './under-kills.ts';
import { say } from './with-own-system.ts';

const SETTLE_MS = 300_000;

interface Asked {
  readonly kills: number;
  readonly orders: number;
}

/** What a receiver got: the ids under which it was told of each conversion. */
interface Told {
  readonly messages: Map<string, Set<string>>;
  requests: number;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A receiver that takes a little while for each, so that kills meet requests under way. */
async function openReceiver() {
  const told: Told = { messages: new Map(), requests: 0 };
  const { url, close } = await openLocalServer((request, response) => {
    void textOf(request).then((text) => {
      const { id, data } = JSON.parse(text) as { id: string; data: { conversion_id: string } };
      const ids = told.messages.get(data.conversion_id) ?? new Set();
      told.messages.set(data.conversion_id, ids.add(id));
      told.requests += 1;
      setTimeout(() => response.end(), 5);
    });
  });
  return { url: `${url}/`, told, close };
}

async function subscribe(client: Client, { brand, admin }: Stage, url: string): Promise<string> {
  await client.must('PUT', `/api/admin/users/${brand.id}/plan`, {
    token: admin,
    body: { plan: 'pro' },
  });
  await client.signIn(brand);
  const body = { url, events: ['conversion.tracked'] };
  const { data } = await client.must('POST', '/api/webhooks/endpoints', {
    token: brand.token,
    body,
  });
  return data.id;
}

/** Kills webhook under load. Answers whether every conversion was told under exactly one message id. */
export async function killWebhook(system: TestSystem, asked: Asked): Promise<boolean> {
  const client = new Client(system);
  const stage = await setStage(client);
  const receiver = await openReceiver();
  const endpointId = await subscribe(client, stage, receiver.url);
  const click = await follow(client, stage.trackingCode);
  const conversions = new Set<string>();
  const tally = { refused: 0 };
  const buy = async (piece: number): Promise<void> => {
    const call = order(click, `kill-${String(piece)}`, '10.00');
    const { body } = await persist(() => client.call('POST', '/api/track/conversion', call), tally);
    conversions.add(body.data.conversion_id);
    // At the pace of what is delivered, so that every kill finds deliveries under way.
    await eventually(() => piece - receiver.told.messages.size < 200, { timeoutMs: SETTLE_MS });
  };
  const { kills, orders } = asked;
  const report = await underKills(system, { service: 'webhook', kills }, [
    { pieces: orders, atOnce: 8, doPiece: buy },
  ]);
  const { messages } = receiver.told;
  const untold = (): number => [...conversions].filter((id) => !messages.has(id)).length;
  await eventually(() => untold() === 0, { timeoutMs: SETTLE_MS }).catch(() => undefined);
  const path = `/api/webhooks/endpoints/${endpointId}/events?status=success&limit=1`;
  const succeeded = await eventually(
    async () => {
      const { data } = await client.must('GET', path, { token: stage.brand.token });
      return data.total === orders ? (data.total as number) : undefined;
    },
    { timeoutMs: SETTLE_MS },
  ).catch(() => 0);
  const doubled = [...messages.values()].filter(({ size }) => size > 1).length;
  const { requests } = receiver.told;
  receiver.close();
  say(
    [
      `webhook killed ${String(report.kills)} times in ${report.seconds.toFixed(0)} s`,
      `conversions ${String(conversions.size)}, told ${String(messages.size)}, lost ${String(untold())}, under more than one webhook id ${String(doubled)}`,
      `requests received ${String(requests)}: ${String(requests - messages.size)} were sent once more under the same id`,
      `deliveries marked success ${String(succeeded)}`,
    ].join('\n'),
  );
  return untold() === 0 && doubled === 0 && succeeded === orders && report.kills === kills;
}
