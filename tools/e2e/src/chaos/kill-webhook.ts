import { type IncomingMessage } from 'node:http';
import { eventually } from '@tributary/testing';
import { Client, follow, order, createFixture, type Fixture } from '../client.ts';
import { openLocalServer } from '../local-server.ts';
import { type TestSystem } from '../system.ts';
import { callUntilAnswered, underKills } from './under-kills.ts';
import { type KillOptions } from './kill-processes.ts';
import { emptyReport, type Report } from './report.ts';

const SETTLE_MS = 300_000;

/** What a receiver received: the webhook ids of each conversion. */
interface Received {
  readonly messages: Map<string, Set<string>>;
  requests: number;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A receiver that delays each answer, so that kills interrupt requests in flight. */
async function openReceiver() {
  const received: Received = { messages: new Map(), requests: 0 };
  const { url, close } = await openLocalServer((request, response) => {
    void textOf(request).then((text) => {
      const { id, data } = JSON.parse(text) as { id: string; data: { conversion_id: string } };
      const ids = received.messages.get(data.conversion_id) ?? new Set();
      received.messages.set(data.conversion_id, ids.add(id));
      received.requests += 1;
      setTimeout(() => response.end(), 5);
    });
  });
  return { url: `${url}/`, received, close };
}

async function subscribe(client: Client, { brand, admin }: Fixture, url: string): Promise<string> {
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

/** Kills webhook under load, and checks that every conversion was delivered under exactly one message id. */
export async function killWebhook(
  system: TestSystem,
  { kills, orders }: Omit<KillOptions, 'redirects'>,
): Promise<Report> {
  const client = new Client(system);
  const fixture = await createFixture(client);
  const receiver = await openReceiver();
  const endpointId = await subscribe(client, fixture, receiver.url);
  const click = await follow(client, fixture.trackingCode);
  const conversions = new Set<string>();
  const tally = { refused: 0 };
  const buy = async (number: number): Promise<void> => {
    const call = order(click, `webhook-${String(number)}`, '10.00');
    const { body } = await callUntilAnswered(
      () => client.call('POST', '/api/track/conversion', call),
      tally,
    );
    conversions.add(body.data.conversion_id);
    // Orders wait for deliveries, so that every kill interrupts deliveries.
    await eventually(() => number - receiver.received.messages.size < 200, {
      timeoutMs: SETTLE_MS,
    });
  };
  const victims = () => system.processesOf('webhook');
  const seconds = await underKills(system, { kills, victims }, [
    { count: orders, concurrency: 8, run: buy },
  ]);
  const { messages } = receiver.received;
  const countMissing = (): number => [...conversions].filter((id) => !messages.has(id)).length;
  await eventually(() => countMissing() === 0, { timeoutMs: SETTLE_MS }).catch(() => undefined);
  const path = `/api/webhooks/endpoints/${endpointId}/events?status=success&limit=1`;
  const succeeded = await eventually(
    async () => {
      const { data } = await client.must('GET', path, { token: fixture.brand.token });
      return data.total === orders ? (data.total as number) : undefined;
    },
    { timeoutMs: SETTLE_MS },
  ).catch(() => 0);
  const duplicated = [...messages.values()].filter(({ size }) => size > 1).length;
  const { requests } = receiver.received;
  receiver.close();
  const lost = countMissing();
  const wrong: readonly (readonly [boolean, string])[] = [
    [lost > 0, `${String(lost)} conversions were not delivered`],
    [duplicated > 0, `${String(duplicated)} were delivered under more than one webhook id`],
    [succeeded !== orders, `${String(succeeded)} deliveries are marked as successful`],
  ];
  return {
    ...emptyReport('webhook killed while it delivers'),
    lines: [
      `R1, R13: killed (SIGKILL) ${String(kills)} times in ${seconds.toFixed(0)} s`,
      `conversions: ${String(conversions.size)}, delivered: ${String(messages.size)}, marked as successful: ${String(succeeded)}`,
      `requests received: ${String(requests)}, of which ${String(requests - messages.size)} were repeated under the same id`,
    ],
    problems: wrong.flatMap(([isWrong, problem]) => (isWrong ? [problem] : [])),
  };
}
