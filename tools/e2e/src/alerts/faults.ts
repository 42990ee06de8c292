import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { catalog } from '@tributary/catalog';
import { type EngineName, type ServiceProcessId } from '@tributary/engines';
import { outboxDocument, type OutboxDocument } from '@tributary/mongo';
import { SERVICE_TOKEN_HEADER } from '@tributary/service-tokens';
import mongoose from 'mongoose';
import { createFixture, payoutAccount } from '../client.ts';
import { type FaultyWorld } from './world.ts';

/** A fault, and the alert by which operators learn of it. */
export interface Fault {
  readonly title: string;
  readonly alert: string;
  /** Labels that the alert has then, as far as others could have caused it. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Causes the fault. @returns what ends it */
  readonly plant: (world: FaultyWorld) => Promise<() => Promise<void> | void>;
}

const nothing = (): void => undefined;

function processOf({ engines }: FaultyWorld, engine: EngineName) {
  const running = engines.processes[engine];
  if (running === undefined) throw new Error('Faults need engines that are started natively');
  return running;
}

function endEngine(world: FaultyWorld, engine: EngineName): Promise<() => void> {
  const running = processOf(world, engine);
  running.kill({ hold: true });
  return Promise.resolve(running.start);
}

/** Stops a process of an engine, which goes on where it was stopped. */
function freeze(world: FaultyWorld, engine: EngineName): Promise<() => void> {
  const running = processOf(world, engine);
  running.kill({ signal: 'SIGSTOP' });
  return Promise.resolve(() => {
    running.kill({ signal: 'SIGCONT' });
  });
}

function end({ system }: FaultyWorld, process: ServiceProcessId): Promise<() => void> {
  system.kill(process, { hold: true });
  return Promise.resolve(() => {
    system.start(process);
  });
}

/** Saves an event in the outbox of campaign, whose worker publishes it. */
async function publish({ database }: FaultyWorld, payload: object): Promise<void> {
  const event = {
    _id: randomUUID(),
    topic: 'campaign.campaigns',
    key: randomUUID(),
    type: 'campaign.updated.v1',
    payload: JSON.stringify(payload),
    correlationId: null,
    traceparent: null,
    occurredAt: new Date(),
  };
  const order = new mongoose.mongo.Timestamp({ t: Math.floor(Date.now() / 1_000), i: 0 });
  await database('tributary_campaign')
    .collection<OutboxDocument>('outbox')
    .insertOne(outboxDocument(order, [event]));
}

/** More than a broker takes in one message. */
const TOO_LARGE = 3_000_000;

async function publishTooLarge(world: FaultyWorld): Promise<() => Promise<void>> {
  await publish(world, { text: 'x'.repeat(TOO_LARGE) });
  return async () => {
    await world.database('tributary_campaign').collection('outbox_dead').deleteMany({});
  };
}

/** A document that no version of the service has written. */
async function damageCampaign({ client, database }: FaultyWorld): Promise<() => Promise<void>> {
  const { brand, campaignId } = await createFixture(client);
  const campaigns = database('tributary_campaign').collection<{ _id: string }>('campaigns');
  const intact = await campaigns.findOne({ _id: campaignId });
  if (intact === null) throw new Error('The campaign is not stored');
  await campaigns.updateOne({ _id: campaignId }, { $set: { createdAt: 'yesterday' } });
  await client.call('GET', '/api/brand/campaigns', { token: brand.token });
  return async () => {
    await campaigns.replaceOne({ _id: campaignId }, intact);
  };
}

async function forgeCall({ system }: FaultyWorld): Promise<() => void> {
  const port = catalog.commission.http + system.portOffset;
  await fetch(`http://127.0.0.1:${String(port)}/api/affiliate/commissions`, {
    headers: { [SERVICE_TOKEN_HEADER]: 'nonsense' },
  });
  return nothing;
}

const MANY = 1_000_000;
const PAYOUT_AMOUNT = 50;
const PAYOUTS = 3;

async function failProvider(world: FaultyWorld): Promise<() => Promise<void>> {
  const { client, fixture, system } = world;
  const faults = `${system.sandboxUrl}/faults`;
  const { token } = fixture.affiliate;
  const payment_method_id = await payoutAccount(client, fixture);
  const body = { target: 'cardproc.*', mode: 'error_before', count: MANY, status: 503 };
  const headers = { 'content-type': 'application/json' };
  await fetch(faults, { method: 'POST', headers, body: JSON.stringify(body) });
  for (let payout = 1; payout <= PAYOUTS; payout += 1) {
    await client.must('POST', '/api/affiliate/payouts/request', {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { amount: PAYOUT_AMOUNT, payment_method_id },
    });
  }
  return async () => {
    await fetch(faults, { method: 'DELETE' });
  };
}

const ENDPOINTS = 4;

/** Endpoints of the brand that answer 500. */
async function failEndpoints({
  client,
  fixture,
  system,
}: FaultyWorld): Promise<() => Promise<void>> {
  const { brand, admin } = fixture;
  const plan = { token: admin, body: { plan: 'pro' } };
  await client.must('PUT', `/api/admin/users/${brand.id}/plan`, plan);
  await client.signIn(brand);
  const receivers = Array.from(
    { length: ENDPOINTS },
    (_, index) => `${system.sandboxUrl}/receiver/alerts-${String(index)}`,
  );
  const answer = async (url: string, status: number): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ status, times: MANY }) });
  };
  for (const url of receivers) {
    await answer(url, 500);
    const body = { url, events: ['conversion.tracked'] };
    await client.must('POST', '/api/webhooks/endpoints', { token: brand.token, body });
  }
  return async () => {
    for (const url of receivers) await answer(url, 200);
  };
}

const BLOCKED_MS = 900;
const FREE_MS = 100;

/** A process whose thread is not free for most of each second. */
function block({ system }: FaultyWorld): Promise<() => Promise<void>> {
  const signal = (name: NodeJS.Signals): void => {
    const pid = system.pidOf('analytics');
    if (pid !== undefined) process.kill(pid, name);
  };
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      signal('SIGSTOP');
      await pause(BLOCKED_MS);
      signal('SIGCONT');
      await pause(FREE_MS);
    }
  };
  const ended = run();
  return Promise.resolve(async () => {
    isOver = true;
    await ended;
  });
}

/** A night that finds other scores than the month before: a sign that shops no longer report is missing. */
async function drift({ database }: FaultyWorld): Promise<() => Promise<void>> {
  const at = new Date();
  const night = {
    ...{ _id: at.toISOString(), rulesVersion: 'fraud.8', at },
    ...{ before: 4_000, now: 1_000, scoreIndex: 0.12 },
    factors: [{ factor: 'geo_mismatch', before: 0.08, now: 0, index: 0.47 }],
  };
  const nights = database('tributary_attribution').collection<{ _id: string }>('fraud_drifts');
  await nights.insertOne(night);
  return async () => {
    await nights.deleteOne({ _id: night._id });
  };
}

/** Those first whose alerts end only when a long window is over. */
export const faults: readonly Fault[] = [
  {
    title: 'An event that breaks its contract',
    alert: 'EventsSetAside',
    plant: async (world) => {
      await publish(world, {});
      return nothing;
    },
  },
  { title: 'A damaged document', alert: 'UnexpectedErrors', plant: damageCampaign },
  { title: 'A forged call to an inner port', alert: 'InnerCallsRefused', plant: forgeCall },
  { title: 'An event larger than Kafka takes', alert: 'OutboxRefused', plant: publishTooLarge },
  { title: 'Webhook endpoints that answer 500', alert: 'WebhooksFail', plant: failEndpoints },
  {
    title: 'A payment provider that answers 503',
    alert: 'ProviderCircuitOpen',
    plant: failProvider,
  },
  {
    title: 'Fraud scores unlike those of the month before',
    alert: 'FraudScoresDrift',
    labels: { of: 'factors' },
    plant: drift,
  },
  {
    title: 'analytics stopped for 900 ms of each second',
    alert: 'EventLoopBlocked',
    labels: { service: 'analytics' },
    plant: block,
  },
  {
    title: 'notification ended',
    alert: 'ProcessDown',
    plant: (world) => end(world, 'notification'),
  },
  {
    title: 'The worker of tracking ended',
    alert: 'WorkerMissing',
    labels: { service: 'tracking' },
    plant: (world) => end(world, 'tracking-worker'),
  },
  {
    title: 'Redis frozen',
    alert: 'ServiceDegraded',
    labels: { part: 'redis' },
    plant: (world) => freeze(world, 'Redis'),
  },
  { title: 'Kafka frozen', alert: 'OutboxStalled', plant: (world) => freeze(world, 'Kafka') },
  { title: 'Kafka ended', alert: 'ClicksSpooled', plant: (world) => endEngine(world, 'Kafka') },
  { title: 'MongoDB frozen', alert: 'IntakeFastBurn', plant: (world) => freeze(world, 'MongoDB') },
];
