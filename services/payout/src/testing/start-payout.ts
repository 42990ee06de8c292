import { randomUUIDv7 } from 'node:crypto';
import { allEventTypes } from '@tributary/contracts';
import { openSandbox } from '@tributary/sandbox';
import { startService } from '@tributary/service';
import {
  eventually,
  openEventProbe,
  openTestIdentity,
  testEnv,
  type TokenRequest,
} from '@tributary/testing';
import { app } from '../app.ts';
import { readPayoutConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { openMemoryLedger } from './memory-ledger.ts';

/** An answer's body, looked into freely. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads whatever came
export type Answer = any;

export interface Call {
  readonly who?: TokenRequest;
  /** Text is sent as it stands. */
  readonly body?: unknown;
  readonly key?: string;
  readonly base?: string;
  readonly ip?: string;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const quick = { settle_ms: 100, slow_ms: 1_500, callback_retry_base_ms: 100 };

/** The service with the outside world beside it: providers, inboxes, a ledger, a listener on the bus. */
export async function startPayout(settings: Record<string, string> = {}) {
  const [identity, sandbox, books] = await Promise.all([
    openTestIdentity(),
    openSandbox({ ports: { http: 0, smtp: 0 }, settings: quick, log: silent }),
    openMemoryLedger(),
  ]);
  const env = testEnv({
    identityUrl: identity.url,
    COMMISSION_GRPC: books.address,
    CARDPROC_BASE_URL: sandbox.urls.cardproc,
    WALLETCO_BASE_URL: sandbox.urls.walletco,
    SMTP_URL: sandbox.urls.smtp,
    PAYOUT_LEASE_SECONDS: '2',
    PROVIDER_TIMEOUT_MS: '1000',
    ...settings,
  });
  let deps: Deps | undefined;
  const open: typeof openDeps = async (...given) => (deps = await openDeps(...given));
  const start = () => startService({ openDeps: open, app }, readPayoutConfig(env));
  const probe = await openEventProbe(env, ['payout.payouts']);
  const service = await start();
  const callbacksTo = (url: string): void => {
    sandbox.settings.cardproc_callback_url = `${url}/api/payouts/callbacks/cardproc_connect`;
    sandbox.settings.walletco_callback_url = `${url}/api/payouts/callbacks/walletco_payouts`;
  };
  callbacksTo(service.url);

  const call = async (method: string, path: string, given: Call = {}) => {
    const { who, body, key, base = service.url, ip } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(who === undefined ? {} : identity.headersFor(who)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(ip === undefined ? {} : { 'x-tributary-client-ip': ip }),
      },
      ...(body === undefined ? {} : { body: text }),
    });
    const answer = (await response.json()) as Answer;
    return { status: response.status, body: answer, headers: response.headers };
  };
  const atSandbox = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${sandbox.urls.http}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.keys.cardprocApiKey}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };

  const admin: TokenRequest = { role: 'admin' };
  const verify = (accountId: string) =>
    call('PUT', `/api/admin/payouts/accounts/${accountId}/verification`, {
      who: admin,
      body: { is_verified: true },
    });
  const openAccount = async (who: TokenRequest, destination: string, more: object = {}) => {
    const named = destination.includes('@')
      ? { provider: 'walletco_payouts', walletco_email: destination }
      : { provider: 'cardproc_connect', cardproc_account_id: destination };
    const path = '/api/payouts/accounts';
    const opened = await call('POST', path, { who, body: { ...named, ...more } });
    const id = String(opened.body.account.id);
    await verify(id);
    return id;
  };

  return {
    env,
    service,
    sandbox,
    probe,
    ledger: books.ledger,
    admin,
    call,
    atSandbox,
    callbacksTo,
    openAccount,
    deps: () => {
      if (deps === undefined) throw new Error('The service has not started');
      return deps;
    },
    /** Another instance on the same engines. */
    startAnother: start,

    /** An affiliate with a verified account and commissions of these amounts, US cents. */
    anAffiliate: async (destination = 'acct_fine', ...earned: readonly number[]) => {
      const id = randomUUIDv7();
      const who: TokenRequest = { id, role: 'affiliate' };
      const commissions = books.ledger.earn(id, ...earned);
      const accountId = await openAccount(who, destination);
      return { id, who, accountId, commissions };
    },

    /** Faults of the providers, see the sandbox. */
    fault: (target: string, mode: string, more: object = {}) =>
      atSandbox('POST', '/faults', { target, mode, ...more }),

    /** Waits until a payout has this status. */
    settled: (id: string, status: string, timeoutMs = 20_000) =>
      eventually(
        async () => {
          const { body } = await call('GET', `/api/payouts/${id}`, { who: admin });
          return body.payout?.status === status && (body.payout as Answer);
        },
        { timeoutMs, everyMs: 50 },
      ),

    /** What the card processor has on a payout. */
    transfersOf: async (id: string): Promise<readonly Answer[]> =>
      (await atSandbox('GET', `/cardproc/v1/transfers?metadata[payout_id]=${id}`)).data,

    /** The types of all events on a payout so far, in order. */
    eventsOf: (id: string): string[] =>
      allEventTypes()
        .filter(({ topic }) => topic === 'payout.payouts')
        .flatMap((type) => probe.events(type))
        .filter(({ data }) => (data as { payoutId?: string }).payoutId === id)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ type }) => type),

    close: async () => {
      await service.close().catch(() => undefined);
      await probe.close();
      await books.close();
      await sandbox.close();
      await identity.close();
    },
  };
}

export type StartedPayout = Awaited<ReturnType<typeof startPayout>>;
