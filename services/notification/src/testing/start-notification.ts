import { randomUUIDv7 } from 'node:crypto';
import { type CommissionSnapshot } from '@tributary/contracts';
import { openSandbox } from '@tributary/sandbox';
import { openLog, startService } from '@tributary/service';
import {
  openTestIdentity,
  testEnv,
  type TestIdentity,
  type TokenRequest,
} from '@tributary/testing';
import { app } from '../app.ts';
import { readNotificationConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';

/** An e-mail or a text message as the sandbox keeps it. */
export interface Kept {
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A push message as the sandbox keeps it. */
export interface KeptPush {
  readonly headers: Readonly<Record<string, string>>;
  readonly body_base64: string;
}

/** A notification as the service answers it. */
export interface NotificationAnswer {
  readonly id: string;
  readonly type: string;
  readonly channel: string;
  readonly title: string;
  readonly message: string;
  readonly status: string;
  readonly read_at: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The other answers: a test reads what it knows to be there. */
interface CallAnswer {
  readonly detail: string;
  readonly notification_id: string;
  readonly id: string;
  readonly public_key: string;
  readonly preferences: Readonly<Record<string, unknown>>;
}

/** Starts the service on engines of its own names, with inboxes of its own. */
export async function startNotification(
  settings: Record<string, string> = {},
  senders: Partial<Pick<Deps, 'email'>> = {},
) {
  const identity = await openTestIdentity();
  const sandbox = await openSandbox({ ports: { http: 0, smtp: 0 }, log: openLog('test', 'error') });
  const env = testEnv({
    identityUrl: identity.url,
    SMTP_URL: sandbox.urls.smtp,
    SMS_API_URL: `${sandbox.urls.http}/sms/v1/messages`,
    PUSH_TRUSTED_ORIGINS: sandbox.urls.http,
    NOTIFICATION_RETRY_BASE_SECONDS: '0.03',
    NOTIFICATION_DIGEST_EVERY_MS: '50',
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
  return {
    env,
    sandboxUrl: sandbox.urls.http,
    service,
    ...callerOf(service.url, identity),
    headersFor: (who: TokenRequest) => identity.headersFor(who),
    aCommission,
    ...inboxOf(sandbox.urls.http),
    /** Lets it be that moment for all instances; none for the present. */
    setNow: (now?: Date) => {
      aheadMs = now === undefined ? 0 : now.getTime() - Date.now();
    },
    /** Another instance on the same engines. */
    startAnother: start,
    deps: () => {
      if (deps === undefined) throw new Error('The service has not started');
      return deps;
    },
    close: async () => {
      await service.close();
      await sandbox.close();
      await identity.close();
    },
  };
}

const NOW = '2026-05-01T12:00:00.000Z';

const aCommission = (affiliateId: string): CommissionSnapshot => ({
  commissionId: randomUUIDv7(),
  conversionId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  campaignName: 'Spring sale',
  brandId: randomUUIDv7(),
  affiliateId,
  orderId: `A-${randomUUIDv7()}`,
  clickId: null,
  linkId: null,
  status: 'approved',
  amountMinor: 1_200,
  paidMinor: 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  saleMinor: 12_000,
  saleCurrency: 'USD',
  convertedAt: NOW,
  createdAt: NOW,
  approvedAt: NOW,
  paidAt: null,
  payoutId: null,
});

function callerOf(base: string, identity: TestIdentity) {
  const call = async (
    method: string,
    path: string,
    who?: TokenRequest,
    body?: unknown,
  ): Promise<{ status: number; body: CallAnswer }> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(who === undefined ? {} : identity.headersFor(who)),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as CallAnswer };
  };
  return {
    call,
    /** All of a user's notifications, newest first. */
    list: async (who: TokenRequest, query = ''): Promise<NotificationAnswer[]> =>
      (await call('GET', `/api/notifications${query}`, who))
        .body as unknown as NotificationAnswer[],
  };
}

function inboxOf(sandboxUrl: string) {
  const inbox = async (kind: string, to: string): Promise<Kept[]> => {
    const query = new URLSearchParams({ to, limit: '500' }).toString();
    const response = await fetch(`${sandboxUrl}/inbox/${kind}?${query}`);
    return ((await response.json()) as { messages: Kept[] }).messages;
  };
  return {
    emails: (to: string) => inbox('email', to),
    texts: (to: string) => inbox('sms', to),
    /** What the push service was given for a subscription, encrypted. */
    pushes: async (id: string): Promise<KeptPush[]> => {
      const response = await fetch(`${sandboxUrl}/inbox/push?id=${id}`);
      return ((await response.json()) as { messages: KeptPush[] }).messages;
    },
  };
}
