/** How each kind of thing is made, and how its effects are counted. */
import { randomUUIDv7 } from 'node:crypto';
import { conversionDisputed } from '@tributary/contracts';
import { openBus } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { Agent } from 'undici';
import { type Bench } from '../bench.ts';
import { BROWSER, subscribe } from '../fixture.ts';
import { type Kind } from './measurements.ts';
import { openReceiver } from './receiver.ts';

const ENDPOINTS = 10;
/** Connections of the clients. */
const CONNECTIONS = 256;

/** How one kind of thing is made. */
export interface Thing {
  /** Makes `perCall` things. @returns whether they were answered as expected */
  readonly call: () => Promise<boolean>;
  readonly perCall: number;
  /** How many have had their effect since the begin; absent where the answer is the effect. */
  readonly countDone?: () => Promise<number>;
}

export interface Things {
  readonly of: Readonly<Record<Kind, Thing>>;
  /** How long deliveries took from their event on, ms; those since the last call. */
  readonly takeDeliveries: () => readonly number[];
  readonly close: () => Promise<void>;
}

interface Request {
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Send = (path: string, request?: Request) => Promise<{ status: number; text: string }>;

const sendBy =
  (agent: Agent, origin: string): Send =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const given = body === undefined ? {} : { body };
    const answer = await agent.request({ origin, path, method, headers, ...given });
    return { status: answer.statusCode, text: await answer.body.text() };
  };

type Web = Readonly<Record<Exclude<Kind, 'delivery'>, () => Promise<boolean>>>;

interface Ordered {
  readonly data: { readonly conversion_id: string };
}

/** The calls of visitors, shops and brands. */
function callsOf(send: Send, { fixture }: Bench): Web {
  const ordered: string[] = [];
  const authorised = () => ({ authorization: `Bearer ${fixture.brandToken}` });
  return {
    click: async () => {
      const headers = { 'user-agent': BROWSER };
      return (await send(`/r/${fixture.trackingCode}`, { headers })).status === 302;
    },
    order: async () => {
      const request = { method: 'POST', ...fixture.nextOrder() } as const;
      const { status, text } = await send('/api/track/conversion', request);
      if (status !== 201) return false;
      ordered.push((JSON.parse(text) as Ordered).data.conversion_id);
      return true;
    },
    // The oldest order, which has been assessed.
    approval: async () => {
      const headers = { 'content-type': 'application/json', ...authorised() };
      const body = JSON.stringify({ decision: 'approved' });
      const path = `/api/brand/conversions/${ordered.shift() ?? 'none'}/review`;
      return (await send(path, { method: 'PUT', headers, body })).status === 200;
    },
    report: async () => {
      const path = '/api/brand/reports?kind=affiliates';
      return (await send(path, { headers: authorised() })).status === 200;
    },
  };
}

/** A source of events that are delivered to the brand's endpoints. */
function openEvents({ engines, namespace, fixture }: Bench) {
  const brokers = engines.kafkaBrokers.split(',');
  const log = openLog('webhook', 'error');
  const bus = openBus({ brokers, clientId: 'capacity', log, topicPrefix: namespace });
  const publisher = bus.publisher({ maxQueued: 20_000, retryForMs: 30_000 });
  return {
    publish: async (): Promise<boolean> => {
      const conversion = aConversion({ brandId: fixture.brandId });
      const dispute = { reason: 'not the order', disputedBy: randomUUIDv7() };
      const event = conversionDisputed({ ...conversion, ...dispute });
      await publisher.send({ ...event, occurredAt: new Date() });
      return true;
    },
    close: () => bus.close(),
  };
}

/** Opens clients, a source of events and a receiver of deliveries for a running system. */
export async function openThings(bench: Bench): Promise<Things> {
  const { system, fixture, mongo, namespace } = bench;
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const web = callsOf(sendBy(agent, system.baseUrl), bench);
  const receiver = await openReceiver();
  await subscribe(system.baseUrl, fixture, {
    url: receiver.url,
    endpoints: ENDPOINTS,
    event: 'conversion.disputed',
  });
  const events = openEvents(bench);
  const rowsOf = (database: string, name: string) => (): Promise<number> =>
    mongo.useDb(`${namespace}tributary_${database}`).collection(name).estimatedDocumentCount();
  return {
    of: {
      click: { call: web.click, perCall: 1, countDone: rowsOf('tracking', 'clicks') },
      order: { call: web.order, perCall: 1, countDone: rowsOf('attribution', 'assessments') },
      approval: { call: web.approval, perCall: 1, countDone: rowsOf('commission', 'commissions') },
      delivery: {
        call: events.publish,
        perCall: ENDPOINTS,
        countDone: () => Promise.resolve(receiver.count()),
      },
      report: { call: web.report, perCall: 1 },
    },
    takeDeliveries: receiver.take,
    close: async () => {
      await agent.close();
      await events.close();
      receiver.close();
    },
  };
}
