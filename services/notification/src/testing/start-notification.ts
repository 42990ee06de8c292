import { randomUUIDv7 } from 'node:crypto';
import {
  commissionApproved,
  commissionCreated,
  type CommissionSnapshot,
  userRegistered,
  type UserSnapshot,
} from '@tributary/contracts';
import { rpc, serveGrpc } from '@tributary/grpc';
import { openSandbox } from '@tributary/sandbox';
import { openLog, startService } from '@tributary/service';
import {
  aUser,
  type EventProbe,
  eventually,
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  type TestIdentity,
  tokensOf,
  type TokenRequest,
} from '@tributary/testing';
import { app } from '../app.ts';
import { readNotificationConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { serveCampaigns } from './serve-campaigns.ts';

/** An e-mail or text message in the sandbox's inbox. */
export interface ReceivedMessage {
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A push message in the sandbox's inbox. */
export interface ReceivedPush {
  readonly headers: Readonly<Record<string, string>>;
  readonly body_base64: string;
}

/** A notification in a response. */
export interface NotificationBody {
  readonly id: string;
  readonly type: string;
  readonly channel: string;
  readonly title: string;
  readonly message: string;
  readonly action_url: string | null;
  readonly action_label: string | null;
  readonly status: string;
  readonly read_at: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The fields of other responses; each test reads those of its operation. */
interface ResponseBody {
  readonly detail: string;
  readonly notification_id: string;
  readonly id: string;
  readonly public_key: string;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly unread_count: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly has_own_text: boolean;
}

const settingsOf = (sandbox: Awaited<ReturnType<typeof openSandbox>>) => ({
  SMTP_URL: sandbox.urls.smtp,
  SMS_API_URL: `${sandbox.urls.http}/sms/v1/messages`,
  PUSH_TRUSTED_ORIGINS: sandbox.urls.http,
  NOTIFICATION_RETRY_BASE_SECONDS: '0.03',
  NOTIFICATION_DIGEST_EVERY_MS: '50',
});

/** Starts the service in its own namespace, with its own sandbox. */
export async function startNotification(
  settings: Record<string, string> = {},
  senders: Partial<Pick<Deps, 'email'>> = {},
) {
  const identity = await openTestIdentity();
  const sandbox = await openSandbox({ ports: { http: 0, smtp: 0 }, log: openLog('test', 'error') });
  const owners = await serveOwners();
  const env = testEnv({
    identityUrl: identity.url,
    ...owners.settings,
    ...settingsOf(sandbox),
    ...settings,
  });
  let deps: Deps | undefined;
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const start = () => {
    const open: typeof openDeps = async (config, platform) =>
      (deps = { ...(await openDeps(config, { ...platform, clock })), ...senders });
    return startService({ openDeps: open, app }, readNotificationConfig(env));
  };
  const service = await start();
  const probe = await openEventProbe(env, ['webhook.endpoints']);
  const openedDeps = (): Deps => {
    if (deps === undefined) throw new Error('The service has not started');
    return deps;
  };
  return {
    env,
    sandboxUrl: sandbox.urls.http,
    ...owners.records,
    service,
    ...callerOf(service.url, identity),
    ...eventsOf(probe, openedDeps),
    headersFor: (caller: TokenRequest) => identity.headersFor(caller),
    ...inboxOf(sandbox.urls.http),
    /** Sets the clock of all instances; without a time, to the present. */
    setNow: (now?: Date) => {
      aheadMs = now === undefined ? 0 : now.getTime() - Date.now();
    },
    /** A second instance in the same namespace. */
    startAnother: start,
    deps: openedDeps,
    close: async () => {
      await probe.close();
      await service.close();
      await sandbox.close();
      await owners.close();
      await identity.close();
    },
  };
}

/** Servers in the places of identity and campaign. */
async function serveOwners() {
  const accounts = await serveAccounts();
  const campaigns = await serveCampaigns();
  return {
    settings: { IDENTITY_GRPC: accounts.address, CAMPAIGN_GRPC: campaigns.address },
    records: {
      /** Accounts that identity has, by id. */
      accounts: accounts.owned,
      /** Campaigns that campaign has, by id. */
      campaigns: campaigns.owned,
    },
    close: async () => {
      await accounts.close();
      await campaigns.close();
    },
  };
}

/** A server in identity's place that returns the accounts in `owned`. */
async function serveAccounts() {
  const owned = new Map<string, UserSnapshot>();
  const users = 'tributary.identity.v1.Users';
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('identity'),
    rpcs: [
      rpc(users, 'GetMany', ({ userIds }) =>
        Promise.resolve({ users: userIds.flatMap((id) => owned.get(id) ?? []).map(messageOf) }),
      ),
      ...(['ExchangeApiKey', 'ExchangeSessionCookie', 'NoteRequests', 'NoteUsage'] as const).map(
        (method) => rpc(users, method, () => Promise.resolve({})),
      ),
    ],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { owned, address, close: () => server.close(0) };
}

const messageOf = ({ userId, role, status, email, name, phone }: UserSnapshot) => ({
  ...{ userId, role, status, email, name, phone: phone ?? '' },
});

export type NotificationUnderTest = Awaited<ReturnType<typeof startNotification>>;

/** The token request of a user. */
export const callerFor = ({ userId, role }: UserSnapshot) => ({ id: userId, role });

function eventsOf(probe: EventProbe, openedDeps: () => Deps) {
  const publish: EventProbe['publish'] = (...events) => probe.publish(...events);
  return {
    publish,
    /** Registers a user, and waits until the service has the contact. */
    createUser: async (overrides: Partial<UserSnapshot> = {}): Promise<UserSnapshot> => {
      const user = aNewUser(overrides);
      await publish(userRegistered(user));
      await eventually(() => openedDeps().contacts.find(user.userId));
      return user;
    },
    earnCommission: ({ userId }: UserSnapshot) => publish(commissionCreated(aCommission(userId))),
  };
}

/** A user with a unique e-mail address, not registered yet. */
export const aNewUser = (overrides: Partial<UserSnapshot> = {}): UserSnapshot =>
  aUser({ email: `u${randomUUIDv7()}@example.com`, ...overrides });

export const aCommission = (affiliateId: string): CommissionSnapshot => ({
  ...commissionApproved.sample,
  commissionId: randomUUIDv7(),
  conversionId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  affiliateId,
  orderId: `A-${randomUUIDv7()}`,
});

function callerOf(base: string, identity: TestIdentity) {
  const call = async (
    method: string,
    path: string,
    caller?: TokenRequest,
    body?: unknown,
  ): Promise<{ status: number; body: ResponseBody }> => {
    const response = await gatewayFetch('notification', `${base}${path}`, {
      method,
      headers: {
        ...(caller === undefined ? {} : identity.headersFor(caller)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as ResponseBody };
  };
  return {
    call,
    /** A user's notifications, newest first. */
    list: async (caller: TokenRequest, query = ''): Promise<NotificationBody[]> =>
      (await call('GET', `/api/notifications${query}`, caller))
        .body as unknown as NotificationBody[],
  };
}

function inboxOf(sandboxUrl: string) {
  const inbox = async (kind: string, to: string): Promise<ReceivedMessage[]> => {
    const query = new URLSearchParams({ to, limit: '500' }).toString();
    const response = await fetch(`${sandboxUrl}/inbox/${kind}?${query}`);
    return ((await response.json()) as { messages: ReceivedMessage[] }).messages;
  };
  return {
    emails: (to: string) => inbox('email', to),
    texts: (to: string) => inbox('sms', to),
    /** The encrypted messages to a subscription. */
    pushes: async (id: string): Promise<ReceivedPush[]> => {
      const response = await fetch(`${sandboxUrl}/inbox/push?id=${id}`);
      return ((await response.json()) as { messages: ReceivedPush[] }).messages;
    },
  };
}
