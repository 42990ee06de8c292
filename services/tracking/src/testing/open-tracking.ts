import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { type Bus, openBus } from '@tributary/messaging';
import { type Proxy } from '@tributary/messaging/testing/proxy';
import { openLog, type RunningService, startService } from '@tributary/service';
import {
  aCampaign,
  aLink,
  eventually,
  gatewayFetch,
  openTestIdentity,
  serviceKeySettings,
  testEnv,
  type TokenRequest,
} from '@tributary/testing';
import { app } from '../app.ts';
import { readTrackingConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { openFakeServices } from './fake-services.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

interface Item {
  readonly id: string;
  readonly created_at: string;
  readonly commission_amount: number;
  readonly commission_rate: number;
  readonly commission_created: boolean;
  readonly [field: string]: unknown;
}

/** The fields of response bodies that tests read. */
interface Body {
  readonly success: boolean;
  readonly message: string;
  readonly id: string;
  readonly secret: string;
  readonly tracking_secrets: readonly unknown[];
  readonly data: Readonly<{
    error: string;
    fields: readonly { path: string }[];
    conversion_id: string;
    status: string;
    adjusted_commissions: number;
    conversions: readonly Item[];
    pagination: { total: number };
    total: number;
    processed: number;
    failed: number;
    results: readonly Item[];
    errors: readonly unknown[];
  }>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

interface CallOptions {
  /** A value to send as JSON, or text to send unchanged. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly at?: RunningService;
}

const caller =
  (service: RunningService) =>
  async (method: string, target: string, options: CallOptions = {}): Promise<Answered> => {
    const { body, headers = {}, at = service } = options;
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const json = { 'content-type': 'application/json' };
    const response = await gatewayFetch('tracking', at.url + target, {
      method,
      redirect: 'manual',
      headers: { ...(sent === undefined ? {} : json), ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const parsed = JSON.parse(text === '' ? '{}' : text) as Body;
    return { status: response.status, headers: response.headers, body: parsed };
  };

/**
 * Opens the connection to campaign by a first call: on a busy machine that takes longer than the timeout of
 * a redirect.
 */
async function connectToCampaign(
  call: ReturnType<typeof caller>,
  services: readonly RunningService[],
): Promise<void> {
  for (const at of services) {
    await eventually(async () => (await call('GET', '/r/unknown', { at })).status === 404);
  }
}

/** The click_id in a redirect's location; empty where there was no click. */
const clickIdOf = ({ headers }: Answered): string =>
  new URL(headers.get('location') ?? '').searchParams.get('click_id') ?? '';

interface StoredRow {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** Adds a campaign with one link to the fake campaign service. */
const linkMaker =
  (others: Awaited<ReturnType<typeof openFakeServices>>) =>
  (given: { campaign?: Partial<CampaignSnapshot>; link?: Partial<LinkSnapshot> } = {}) => {
    const now = new Date().toISOString();
    const campaign = aCampaign({ updatedAt: now, ...given.campaign });
    const { campaignId, brandId } = campaign;
    const link = aLink({ campaignId, brandId, createdAt: now, ...given.link });
    others.links.set(link.trackingCode, { link, campaign });
    return { campaign, link };
  };

/** A connection to Kafka through a proxy, for clicks, which do not pass through the outbox. */
const busThrough = (proxy: Proxy, env: Readonly<Record<string, string>>) =>
  openBus({
    brokers: [env['KAFKA_BROKERS'] ?? ''],
    clientId: 'tracking',
    topicPrefix: env['NAMESPACE'] ?? '',
    log: openLog('tracking', 'fatal'),
    connect: proxy.connect,
  });

/** @param opened gets the dependencies of each instance */
const depsOver =
  (bus: Bus | undefined, opened: Deps[]): typeof openDeps =>
  async (config, platform) => {
    const deps = await openDeps(config, bus === undefined ? platform : { ...platform, bus });
    opened.push(deps);
    return deps;
  };

/** Starts instances one after the other. @returns them with their dependencies */
async function startInstances(
  instances: number,
  env: Readonly<Record<string, string>>,
  bus: Bus | undefined,
) {
  const deps: Deps[] = [];
  const start = () => startService({ openDeps: depsOver(bus, deps), app }, readTrackingConfig(env));
  const services: [RunningService, ...RunningService[]] = [await start()];
  while (services.length < instances) services.push(await start());
  return { services, deps };
}

/** The fakes in the place of every service that tracking calls. */
const addressesOf = ({ address }: { readonly address: string }) => ({
  CAMPAIGN_GRPC: address,
  ATTRIBUTION_GRPC: address,
  COMMISSION_GRPC: address,
  WEBHOOK_GRPC: address,
});

/**
 * Starts instances of the service on shared engines, with fakes of the other services, and shorthands.
 * @param kafka a proxy between the clicks and the broker, for outages
 */
export async function openTracking(
  extra: Record<string, string> = {},
  instances = 1,
  kafka?: Proxy,
) {
  const identity = await openTestIdentity();
  const others = await openFakeServices();
  const spool = await mkdtemp(path.join(os.tmpdir(), 'tributary-spool-'));
  const env = testEnv({
    identityUrl: identity.url,
    ...addressesOf(others),
    CLICK_SPOOL_DIR: spool,
    COUNTRY_FILE: path.resolve('services/tracking/assets/countries.bin.gz'),
    RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
    ...serviceKeySettings('tracking'),
    ...extra,
  });
  const bus = kafka === undefined ? undefined : busThrough(kafka, env);
  const { services, deps } = await startInstances(instances, env, bus);
  const [service] = services;
  const call = caller(service);
  await connectToCampaign(call, services);
  return {
    env,
    others,
    service,
    services,
    deps,
    spool,
    call,
    clickIdOf,
    aLinkTo: linkMaker(others),
    follow: (code: string, headers: Record<string, string> = {}, at: RunningService = service) =>
      call('GET', `/r/${code}`, { headers: { 'user-agent': CHROME, ...headers }, at }),
    brand: (id: string) => identity.headersFor({ id, role: 'brand' }),
    affiliate: (id: string) => identity.headersFor({ id, role: 'affiliate' }),
    admin: () => identity.headersFor({ role: 'admin', authMethods: ['pwd', 'mfa'] }),
    headersFor: (caller: TokenRequest) => identity.headersFor(caller),
    collection: (name: string) => service.platform.mongo.connection.collection<StoredRow>(name),
    close: async () => {
      await Promise.all(services.slice(1).map((running) => running.close()));
      await service.close();
      await bus?.close();
      await others.close();
      await identity.close();
      await rm(spool, { recursive: true, force: true });
    },
  };
}
export type Tracking = Awaited<ReturnType<typeof openTracking>>;
