import { findFonts, type RunningService, startService } from '@tributary/service';
import {
  type EventProbe,
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  type TestIdentity,
} from '@tributary/testing';
import { app } from '../app.ts';
import { type Config, readAnalyticsConfig } from '../config.ts';
import { openDeps } from '../deps.ts';
import { serveCampaign } from './serve-campaign.ts';

interface Caller {
  readonly id: string;
  readonly role: 'affiliate' | 'brand' | 'admin';
}

export interface RunningAnalytics {
  readonly service: RunningService;
  readonly identity: TestIdentity;
  /** The campaign service. */
  readonly owner: Awaited<ReturnType<typeof serveCampaign>>;
  readonly probe: EventProbe;
  readonly env: Record<string, string>;
  call(path: string, who: Caller, method?: string): Promise<Response>;
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows the shape of the response
  get<Body>(path: string, who: Caller): Promise<{ status: number; body: Body }>;
  close(): Promise<void>;
}

const fonts = findFonts(new URL('../main.ts', import.meta.url).href);

/** The service with all its parts, and somebody who plays the others. */
export async function runAnalytics(
  extra: Readonly<Record<string, string>> = {},
): Promise<RunningAnalytics> {
  const identity = await openTestIdentity();
  const owner = await serveCampaign();
  const env = testEnv({ identityUrl: identity.url, CAMPAIGN_GRPC: owner.address, ...extra });
  const probe = await openEventProbe(env, [
    'analytics.reports',
    'analytics.milestones',
    'audit.entries',
  ]);
  const service = await startService(
    { openDeps: (config: Config, platform) => openDeps(config, platform, fonts), app },
    readAnalyticsConfig(env),
  );
  const call = (path: string, who: Caller, method = 'GET') =>
    gatewayFetch('analytics', `${service.url}${path}`, {
      method,
      headers: identity.headersFor(who),
    });
  return {
    service,
    identity,
    owner,
    probe,
    env,
    call,
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
    get: async <Body>(path: string, who: Caller) => {
      const response = await call(path, who);
      return { status: response.status, body: (await response.json()) as Body };
    },
    close: async () => {
      await service.close();
      await probe.close();
      await owner.close();
      await identity.close();
    },
  };
}
