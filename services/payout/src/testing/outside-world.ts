import { randomUUIDv7 } from 'node:crypto';
import { openSandbox, type Sandbox } from '@tributary/sandbox';
import { eventually, openTestIdentity, testEnv } from '@tributary/testing';
import { type SandboxBody, type WalletPosting, type WalletStatement } from './response-bodies.ts';
import { serveTestLedger } from './serve-test-ledger.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const quick = { settle_ms: 100, slow_ms: 700, callback_retry_base_ms: 100 };

/** The service's environment: identity, the sandbox's providers and inboxes, a ledger. */
export async function openOutsideWorld(settings: Readonly<Record<string, string>>) {
  const [identity, sandbox, books] = await Promise.all([
    openTestIdentity(),
    openSandbox({ ports: { http: 0, smtp: 0 }, settings: quick, log: silent }),
    serveTestLedger(),
  ]);
  const env = testEnv({
    identityUrl: identity.url,
    COMMISSION_GRPC: books.address,
    CARDPROC_BASE_URL: sandbox.urls.cardproc,
    WALLETCO_BASE_URL: sandbox.urls.walletco,
    SMTP_URL: sandbox.urls.smtp,
    PAYOUT_LEASE_SECONDS: '1',
    PAYOUT_RETRY_MS: '100',
    PAYOUT_LOOK_MS: '500',
    PROVIDER_TIMEOUT_MS: '500',
    ...settings,
  });
  const atSandbox = sandboxCaller(sandbox.urls.http, sandbox.keys.cardprocApiKey);
  return {
    env,
    identity,
    sandbox,
    ledger: books.ledger,
    atSandbox,

    callbacksTo: (url: string): void => {
      sandbox.settings.cardproc_callback_url = `${url}/api/payouts/callbacks/cardproc_connect`;
      sandbox.settings.walletco_callback_url = `${url}/api/payouts/callbacks/walletco_payouts`;
    },

    /** Injects a fault into the sandbox. */
    fault: (target: string, mode: string, more: object = {}) =>
      atSandbox('POST', '/faults', { target, mode, ...more }),

    callProvider: providerCaller(sandbox),

    /** The card processor's transfers of a payout. */
    transfersOf: async (id: string) =>
      (await atSandbox('GET', `/cardproc/v1/transfers?metadata[payout_id]=${id}`)).data,

    paymentsOf: paymentReader(sandbox, atSandbox),

    /** The last code that was mailed to an address. */
    codeFor: (address: string): Promise<string> =>
      eventually(async () => {
        const { messages } = await atSandbox('GET', `/inbox/email?to=${address}&limit=1`);
        return /\b(\d{6})\b/.exec(messages[0]?.text ?? '')?.[1];
      }),

    close: async () => {
      await books.close();
      await sandbox.close();
      await identity.close();
    },
  };
}

/** Calls the card processor's API directly, as another of its customers would. */
const providerCaller =
  ({ urls, keys }: Sandbox) =>
  async (path: string, body: object): Promise<void> => {
    await fetch(`${urls.cardproc}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys.cardprocApiKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUIDv7(),
      },
      body: JSON.stringify(body),
    });
  };

/** Counts the transfers that a provider began for a payout, and those of them that it did not take back. */
const paymentReader =
  (sandbox: Sandbox, atSandbox: ReturnType<typeof sandboxCaller>) =>
  async (id: string): Promise<{ made: number; kept: number }> => {
    const transfers = await atSandbox('GET', `/cardproc/v1/transfers?metadata[payout_id]=${id}`);
    const isBack = ({ status }: { status: string }) => status === 'failed' || status === 'reversed';
    const postings = (await statementOf(sandbox)).filter((one) => one.sender_item_id === id);
    const begun = postings.filter(({ type }) => type === 'PAYOUT').length;
    const made = transfers.data.length + begun;
    const back = transfers.data.filter(isBack).length + postings.length - begun;
    return { made, kept: made - back };
  };

/** All postings of the wallet, of all batches. */
async function statementOf({ urls, keys }: Sandbox): Promise<readonly WalletPosting[]> {
  const basic = Buffer.from(`${keys.walletcoClientId}:${keys.walletcoClientSecret}`);
  const signedIn = await fetch(`${urls.walletco}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic.toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const postings: WalletPosting[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const url = `${urls.walletco}/v1/reporting/transactions?page_size=1000&page=${String(page)}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const statement = (await response.json()) as WalletStatement;
    postings.push(...statement.transactions);
    pages = statement.total_pages;
  }
  return postings;
}

const sandboxCaller =
  (url: string, key: string) =>
  async (method: string, path: string, body?: unknown): Promise<SandboxBody> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return JSON.parse(text === '' ? '{}' : text) as SandboxBody;
  };
