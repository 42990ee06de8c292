import { randomUUIDv7 } from 'node:crypto';
import {
  allEventTypes,
  auditEntryRecorded,
  type DomainEvent,
  payoutDestinationShared,
  payoutScheduleChanged,
} from '@tributary/contracts';
import { findFonts, type Platform, type RunningService, startService } from '@tributary/service';
import {
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
  openTestGateway,
  type TestIdentity,
  type TokenRequest,
} from '@tributary/testing';
import { app } from '../app.ts';
import { type Config, readPayoutConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { openOutsideWorld } from './outside-world.ts';
import { type ResponseBody } from './response-bodies.ts';
import { type TestLedger } from './test-ledger.ts';

interface Call {
  readonly who?: TokenRequest;
  /** Text is sent as it stands. */
  readonly body?: unknown;
  readonly key?: string;
  readonly base?: string;
  readonly ip?: string;
}

const fonts = findFonts(new URL('../main.ts', import.meta.url).href);
const admin: TokenRequest = { role: 'admin' };

/** Starts the service in its environment, and a probe on its events. */
export async function startPayout(settings: Record<string, string> = {}) {
  const world = await openOutsideWorld(settings);
  const probe = await openEventProbe(world.env, ['payout.payouts', 'audit.entries']);
  const depsByInstance = new Map<RunningService, Deps>();
  /** @param aheadMs how much the clock of this instance is ahead, ms */
  const start = async (aheadMs = 0) => {
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const opened: Deps[] = [];
    const open = async (config: Config, platform: Platform) => {
      const deps = await openDeps(config, { ...platform, clock }, fonts);
      opened.push(deps);
      return deps;
    };
    const started = await startService({ openDeps: open, app }, readPayoutConfig(world.env));
    for (const deps of opened) depsByInstance.set(started, deps);
    return started;
  };
  const depsOf = (instance: RunningService): Deps => {
    const deps = depsByInstance.get(instance);
    if (deps === undefined) throw new Error('The service has not started');
    return deps;
  };
  const service = await start();
  const gateway = await openTestGateway('payout', service.url);
  world.callbacksTo(gateway.url);
  const call = callerOf(service.url, world.identity);

  return {
    ...world,
    ...affiliatesOf(call, world.ledger),
    ...outcomesOf(call, probe),
    service,
    admin,
    call,
    depsOf,
    deps: () => depsOf(service),
    /** Another instance on the same engines. */
    startAnother: start,

    /** A collection of the service's database. */
    collection: (name: string) =>
      service.platform.mongo.connection.collection<{ _id: string; [field: string]: unknown }>(name),

    close: async () => {
      gateway.close();
      await service.close().catch(() => undefined);
      await probe.close();
      await world.close();
    },
  };
}

type Caller = ReturnType<typeof callerOf>;

/** Affiliates and their requests. */
function affiliatesOf(call: Caller, ledger: TestLedger) {
  const openAccount = accountOpener(call);
  const anAffiliateWith = async (
    terms: object,
    destination: string,
    ...earned: readonly number[]
  ) => {
    const id = randomUUIDv7();
    const who: TokenRequest = { id, role: 'affiliate' };
    const commissions = ledger.earn(id, ...earned);
    const accountId = await openAccount(who, destination, terms);
    return { id, who, accountId, commissions };
  };
  return {
    openAccount,
    /** An affiliate with a verified account of these terms, and commissions of these amounts, US cents. */
    anAffiliateWith,
    anAffiliate: (destination = 'acct_fine', ...earned: readonly number[]) =>
      anAffiliateWith({}, destination, ...earned),

    request: (
      { who, accountId }: { who: TokenRequest; accountId: string },
      amount: number,
      key?: string,
    ) =>
      call('POST', '/api/affiliate/payouts/request', {
        who,
        body: { amount, payment_method_id: accountId },
        ...(key === undefined ? {} : { key }),
      }),
  };
}

/** What the service did. */
function outcomesOf(call: Caller, probe: EventProbe) {
  return {
    eventsOf: (id: string) => eventsOf(probe, id),

    /** Waits for what the audit log has of an account's operation. */
    auditOf: async (accountId: string, operationId: string) => {
      const { data } = await probe.waitFor(
        auditEntryRecorded,
        (entry) => entry.operationId === operationId && entry.actor.accountId === accountId,
      );
      return data;
    },

    /** Publishes an event of another service. */
    publish: (event: DomainEvent) => probe.publish(event),

    /** The published schedules of an affiliate, in order. */
    schedulesOf: (id: string) =>
      probe
        .events(payoutScheduleChanged)
        .filter(({ data }) => data.affiliateId === id)
        .map(({ data }) => data.frequency),

    /** With whom an affiliate shares destinations, as published. */
    sharedBy: (id: string) =>
      probe
        .events(payoutDestinationShared)
        .filter(({ data }) => data.affiliateId === id)
        .map(({ data }) => data.sharedWith),

    /** Waits until a payout has this status. */
    settled: (id: string, status: string, patience: { timeoutMs?: number } = {}) => {
      const check = async () => {
        const { body } = await call('GET', `/api/payouts/${id}`, { who: admin });
        return body.payout.status === status && body.payout;
      };
      return eventually(check, { ...patience, everyMs: 50 });
    },
  };
}

export type StartedPayout = Awaited<ReturnType<typeof startPayout>>;
export type Affiliate = Awaited<ReturnType<StartedPayout['anAffiliate']>>;

const callerOf =
  (url: string, identity: TestIdentity) =>
  async (method: string, path: string, given: Call = {}) => {
    const { who, body, key, base = url, ip } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await gatewayFetch('payout', `${base}${path}`, {
      method,
      headers: {
        ...(who === undefined ? {} : identity.headersFor(who)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(ip === undefined ? {} : { 'x-tributary-client-ip': ip }),
      },
      ...(body === undefined ? {} : { body: text }),
    });
    const parsed = (await response.json()) as ResponseBody;
    return { status: response.status, body: parsed, headers: response.headers };
  };

/** Opens accounts and has them verified by an administrator. */
const accountOpener =
  (call: ReturnType<typeof callerOf>) =>
  async (who: TokenRequest, destination: string, more: object = {}): Promise<string> => {
    const named = destination.includes('@')
      ? { provider: 'walletco_payouts', walletco_email: destination }
      : { provider: 'cardproc_connect', cardproc_account_id: destination };
    const opened = await call('POST', '/api/payouts/accounts', {
      who,
      body: { ...named, ...more },
    });
    const { id } = opened.body.account;
    await call('PUT', `/api/admin/payouts/accounts/${id}/verification`, {
      who: admin,
      body: { is_verified: true },
    });
    return id;
  };

/** The types of all events on a payout or a batch so far, in order. */
const eventsOf = (probe: EventProbe, id: string): string[] =>
  allEventTypes()
    .filter(({ topic }) => topic === 'payout.payouts')
    .flatMap((type) => probe.events(type))
    .filter(({ data }) => {
      const named = data as { payoutId?: string; batchId?: string };
      return named.payoutId === id || named.batchId === id;
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ type }) => type);
