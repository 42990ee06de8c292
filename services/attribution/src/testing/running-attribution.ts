import {
  type AssessmentSnapshot,
  type CampaignSnapshot,
  type ConversionSnapshot,
  type CouponRule,
  type Plan,
  type Role,
} from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { openGrpcClient, rpc, serveGrpc } from '@tributary/grpc';
import { startService } from '@tributary/service';
import {
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  tokensOf,
} from '@tributary/testing';
import { app } from '../app.ts';
import { readAttributionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { serveCommissionBooks } from './commission-books.ts';
import { serveTrackingClicks } from './tracking-clicks.ts';

/** A response, for expectations. */
export interface ApiResponse {
  readonly status: number;
  // Tests read any field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

interface WireSettings {
  readonly model: CampaignSnapshot['attribution']['model'];
  readonly lookback_window_days: number;
  readonly time_decay_half_life_hours: number;
  readonly position_based_weights: { first: number; middle: number; last: number };
  readonly enable_cross_device: boolean;
  readonly fingerprinting_enabled: boolean;
  readonly coupon_rule: CouponRule;
  readonly coupon_code_share: number;
}

/** A campaign service in memory. */
const serveCampaigns = (campaigns: Map<string, CampaignSnapshot>) =>
  serveGrpc({
    port: 0,
    tokens: tokensOf('campaign'),
    rpcs: [
      ...(['ResolveLink', 'FindCoupons', 'CheckAccess'] as const).map((method) =>
        rpc('tributary.campaign.v1.Campaigns', method, () => Promise.reject(notFound('not_found'))),
      ),
      rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', ({ campaignId }) => {
        const campaign = campaigns.get(campaignId);
        return campaign === undefined
          ? Promise.reject(notFound('not_found'))
          : Promise.resolve({ campaign: JSON.stringify(campaign) });
      }),
      rpc('tributary.campaign.v1.Campaigns', 'SetAttribution', (request) => {
        const campaign = campaigns.get(request.campaignId);
        if (campaign?.brandId !== request.brandId) {
          return Promise.reject(notFound('campaign_not_found'));
        }
        const wire = JSON.parse(request.attribution) as WireSettings;
        const next: CampaignSnapshot = {
          ...campaign,
          updatedAt: new Date().toISOString(),
          attribution: {
            model: wire.model,
            lookbackWindowDays: wire.lookback_window_days,
            timeDecayHalfLifeHours: wire.time_decay_half_life_hours,
            positionBasedWeights: wire.position_based_weights,
            enableCrossDevice: wire.enable_cross_device,
            fingerprintingEnabled: wire.fingerprinting_enabled,
            couponRule: wire.coupon_rule,
            couponCodeShare: wire.coupon_code_share,
          },
        };
        campaigns.set(next.campaignId, next);
        return Promise.resolve({ campaign: JSON.stringify(next) });
      }),
    ],
    onUnexpected: () => undefined,
    isReady: () => true,
  });

/** Calls the API as one user. */
function clientOf(url: string, token: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await gatewayFetch('attribution', `${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
  };
}

/** The service with its deps. */
async function startWithDeps(env: Record<string, string>) {
  const opened: Deps[] = [];
  const definition = {
    openDeps: async (...given: Parameters<typeof openDeps>) => {
      const deps = await openDeps(...given);
      opened.push(deps);
      return deps;
    },
    app,
  };
  const service = await startService(definition, readAttributionConfig(env));
  const [deps] = opened;
  if (deps === undefined) throw new Error('The service did not open its deps');
  return { service, deps };
}

/** Calls of the service's RPCs. */
function openCalls(address: string) {
  const client = openGrpcClient(
    'tributary.attribution.v1.Attribution',
    address,
    tokensOf('tracking'),
  );
  const verdicts = openGrpcClient(
    'tributary.attribution.v1.Verdicts',
    address,
    tokensOf('commission'),
  );
  const patient = { deadlineMs: 20_000, idempotent: true };
  return {
    client,
    assess: async (conversions: readonly ConversionSnapshot[]): Promise<AssessmentSnapshot[]> => {
      const texts = conversions.map((conversion) => JSON.stringify(conversion));
      const { assessments } = await client.call('Assess', { conversions: texts }, patient);
      return assessments.map((text) => JSON.parse(text) as AssessmentSnapshot);
    },
    /** Judges these conversions again, as commission requests before it pays. */
    judgeAgain: async (conversionIds: string[], approvedAt: string[] = []) =>
      (await verdicts.call('JudgeAgain', { conversionIds, approvedAt }, patient)).verdicts,
    close: () => {
      client.close();
      verdicts.close();
    },
  };
}

/** The service on real engines, with a client of its rpc, a probe of its events, and callers of its API. */
export async function openRunningAttribution(settings: Record<string, string> = {}) {
  const identity = await openTestIdentity();
  const campaigns = new Map<string, CampaignSnapshot>();
  const campaignGrpc = await serveCampaigns(campaigns);
  const [clicks, books] = await Promise.all([serveTrackingClicks(), serveCommissionBooks()]);
  const env = testEnv({
    identityUrl: identity.url,
    CAMPAIGN_GRPC: `127.0.0.1:${campaignGrpc.port}`,
    TRACKING_GRPC: clicks.address,
    COMMISSION_GRPC: books.address,
    ATTRIBUTION_SETTLE_MS: '300',
    ...settings,
  });
  // Concurrently, because both mostly wait for Kafka's consumer groups.
  const [probe, { service, deps }] = await Promise.all([openEventProbe(env), startWithDeps(env)]);
  const calls = openCalls(`127.0.0.1:${service.grpcPort}`);
  return {
    service,
    probe,
    deps,
    client: calls.client,
    assess: calls.assess,
    judgeAgain: calls.judgeAgain,
    /** The records of the campaign service. */
    campaigns,
    /** The clicks of the tracking service. */
    clicks,
    /** The books of the commission service. */
    books,
    caller: (id: string, role: Role = 'brand', plan: Plan = 'pro') =>
      clientOf(service.url, identity.tokenFor({ id, role, plan })),
    close: async () => {
      calls.close();
      await Promise.all([service.close(), probe.close()]);
      await Promise.all([campaignGrpc.close(1_000), identity.close()]);
      await Promise.all([clicks.close(), books.close()]);
    },
  };
}

export type RunningAttribution = Awaited<ReturnType<typeof openRunningAttribution>>;
