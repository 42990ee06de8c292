import { randomUUIDv7 } from 'node:crypto';
import type {
  CampaignSnapshot,
  ConversionSnapshot,
  ReviewedConversion,
} from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { openGrpcClient, rpc, serveGrpc } from '@tributary/grpc';
import { collectionsOf } from '@tributary/mongo';
import { startService } from '@tributary/service';
import {
  anApprovedConversion,
  gatewayFetch,
  openTestIdentity,
  testEnv,
  type TestIdentity,
  tokensOf,
} from '@tributary/testing';
import { app } from '../app.ts';
import type { AttributionExplanation } from '../clients/attribution-client.ts';
import { readCommissionConfig } from '../config.ts';
import { openDeps } from '../deps.ts';
import { forgetPrivateData } from '../features/forget-private-data/forget-private-data.ts';
import { refuseOverdueClicks } from '../features/refuse-overdue-clicks/refuse-overdue-clicks.ts';
import { releaseHolds } from '../features/release-holds/release-holds.ts';
import type { LedgerReport } from '../features/verify-ledger/report.ts';
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { collections } from '../store/collections.ts';
import { auditLedger } from '../store/ledger-audit.ts';
import { digest } from '../store/ledger-store.ts';
import { changesClient } from './changes-client.ts';

const PATIENT = { deadlineMs: 30_000, idempotent: true };

type Caller = Parameters<TestIdentity['headersFor']>[0];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly caller: Caller;
  readonly sent?: unknown;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The whole service on real engines, with HTTP and gRPC clients. */
export async function openWorld(settings: Readonly<Record<string, string>> = {}) {
  const identity = await openTestIdentity();
  const others = await serveOthers();
  const given = { ...others.addresses, ...settings };
  const env = testEnv({ identityUrl: identity.url, ...given });
  const service = await startService({ openDeps, app }, readCommissionConfig(env));
  const { mongo } = service.platform;
  const address = `127.0.0.1:${String(service.grpcPort)}`;
  const call = async ({ method, path, caller, sent }: Call) => {
    const response = await gatewayFetch('commission', `${service.url}${path}`, {
      method,
      headers: { ...identity.headersFor(caller), 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  const clients = clientsOf(address);
  const ownDeps = () => openDeps(readCommissionConfig(env), service.platform);
  return {
    env,
    service,
    collections: collectionsOf(mongo.connection, collections),
    ...others.answers,
    ...clients,
    /** Runs the worker that approves commissions whose hold ended. */
    endHolds: async (): Promise<void> => {
      await releaseHolds(await ownDeps())();
    },
    /** Runs the hourly schedule as of `now`. */
    forgetPrivateData: async (now: Date): Promise<void> => {
      await forgetPrivateData({ ...(await ownDeps()), clock: { now: () => now } });
    },
    /** Runs the hourly schedule as of `now`. */
    refuseOverdueClicks: async (now: Date): Promise<void> => {
      await refuseOverdueClicks({ ...(await ownDeps()), clock: { now: () => now } });
    },
    verify: (): Promise<LedgerReport> => auditLedger(mongo, (audit) => verifyLedger(audit, digest)),
    /** A GET as this caller. */
    get: (path: string, caller: Caller) => call({ method: 'GET', path, caller }),
    /** A PUT or POST of this body. */
    send: (method: 'PUT' | 'POST', path: string, caller: Caller, sent: unknown) =>
      call({ method, path, caller, sent }),
    close: async () => {
      clients.closeClients();
      await mongo.connection.dropDatabase();
      await service.close();
      await others.close();
      await identity.close();
    },
  };
}

function clientsOf(address: string) {
  const commissions = commissionsClient(address);
  const ledger = ledgerClient(address);
  const changes = changesClient(address);
  return {
    ...commissions,
    ...ledger,
    ...changes,
    closeClients: () => {
      commissions.close();
      ledger.close();
      changes.closeChanges();
    },
  };
}

function commissionsClient(address: string) {
  const commissions = openGrpcClient(
    'tributary.commission.v1.Commissions',
    address,
    tokensOf('tracking'),
  );
  const create = async (...approvals: readonly ReviewedConversion[]) => {
    const conversions = approvals.map((approval) => JSON.stringify(approval));
    const { results } = await commissions.call('CreateForConversions', { conversions }, PATIENT);
    return results;
  };
  return {
    create,
    /** Books approved conversions of these values for one affiliate, in their order. */
    approved: async (affiliateId: string, ...valuesMinor: readonly number[]) => {
      const approvals = valuesMinor.map((valueMinor) =>
        anApprovedConversion({ affiliateId, valueMinor }),
      );
      for (const approval of approvals) await create(approval);
      return approvals;
    },
    adjust: (adjusted: unknown) =>
      commissions.call('ApplyAdjustment', { conversion: JSON.stringify(adjusted) }, PATIENT),
    close: () => {
      commissions.close();
    },
  };
}

function ledgerClient(address: string) {
  const ledger = openGrpcClient('tributary.commission.v1.Ledger', address, tokensOf('payout'));
  return {
    balance: (affiliateId: string, currency = 'USD') =>
      ledger.call('Balance', { affiliateId, currency }, PATIENT),
    reserve: (
      affiliateId: string,
      amountMinor: number,
      given: {
        payoutId?: string;
        commissionIds?: string[];
        currency?: string;
        attempt?: number;
      } = {},
    ) => {
      const { payoutId = randomUUIDv7(), commissionIds = [], currency = 'USD' } = given;
      const { attempt = 0 } = given;
      const request = { payoutId, affiliateId, amountMinor, currency, commissionIds, attempt };
      return ledger.call('Reserve', request, PATIENT);
    },
    settle: (payoutId: string, settledAt = '2026-05-02T09:00:00.000Z') =>
      ledger.call('Settle', { payoutId, transactionId: 'transfer', settledAt }, PATIENT),
    release: (payoutId: string, attempt = 0) =>
      ledger.call('Release', { payoutId, attempt }, PATIENT),
    restore: (payoutId: string) => ledger.call('Restore', { payoutId }, PATIENT),
    close: () => {
      ledger.close();
    },
  };
}

/** Attribution, campaign and tracking, in memory. */
async function serveOthers() {
  const [attribution, campaign, tracking] = await Promise.all([
    serveAttribution(),
    serveCampaign(),
    serveTracking(),
  ]);
  return {
    answers: {
      /** The explanations that attribution returns, by conversion. */
      paths: attribution.paths,
      /** The accounts that may see the terms of these campaigns; all may see those of others. */
      closedTo: campaign.closedTo,
      /** What shops reported of orders, by conversion. */
      metadata: tracking.metadata,
      /** The campaigns that their owner has, by id. */
      ownedCampaigns: campaign.owned,
      /** The conversions that tracking has, by id. */
      ownedConversions: tracking.owned,
    },
    addresses: {
      ATTRIBUTION_GRPC: attribution.address,
      CAMPAIGN_GRPC: campaign.address,
      TRACKING_GRPC: tracking.address,
    },
    close: async () => {
      await attribution.close();
      await campaign.close();
      await tracking.close();
    },
  };
}

/** A server in attribution's place that returns the explanations in `paths`. */
async function serveAttribution() {
  const paths = new Map<string, AttributionExplanation>();
  const explain = rpc('tributary.attribution.v1.Explanations', 'Explain', ({ conversionId }) => {
    const known = paths.get(conversionId);
    if (known === undefined) return Promise.reject(notFound('conversion_not_found'));
    return Promise.resolve(known);
  });
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('attribution'),
    rpcs: [explain],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { paths, address, close: () => server.close(1_000) };
}

/** A server in tracking's place that returns what is in `metadata` and `owned`. */
async function serveTracking() {
  const metadata = new Map<string, object>();
  const owned = new Map<string, ConversionSnapshot>();
  const getConversion = rpc(
    'tributary.tracking.v1.Conversions',
    'GetConversion',
    ({ conversionId }) => {
      const known = owned.get(conversionId);
      if (known === undefined) return Promise.reject(notFound('conversion_not_found'));
      return Promise.resolve({ conversion: JSON.stringify(known) });
    },
  );
  const listMetadata = rpc('tributary.tracking.v1.Orders', 'ListMetadata', ({ conversionIds }) =>
    Promise.resolve({
      orders: conversionIds.flatMap((conversionId) => {
        const known = metadata.get(conversionId);
        return known === undefined ? [] : [{ conversionId, metadata: JSON.stringify(known) }];
      }),
    }),
  );
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('tracking'),
    rpcs: [listMetadata, getConversion],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { metadata, owned, address, close: () => server.close(1_000) };
}

/** A server in campaign's place: every campaign is open, unless `closedTo` has the accounts that may see it. */
async function serveCampaign() {
  const closedTo = new Map<string, readonly string[]>();
  const owned = new Map<string, CampaignSnapshot>();
  const checkAccess = rpc(
    'tributary.campaign.v1.Campaigns',
    'CheckAccess',
    ({ campaignId, accountId }) =>
      Promise.resolve({ isAllowed: closedTo.get(campaignId)?.includes(accountId) ?? true }),
  );
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('campaign'),
    rpcs: [
      checkAccess,
      rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', ({ campaignId }) => {
        const known = owned.get(campaignId);
        if (known === undefined) return Promise.reject(notFound('not_found'));
        return Promise.resolve({ campaign: JSON.stringify(known) });
      }),
      ...(['ResolveLink', 'FindCoupons', 'SetAttribution'] as const).map((method) =>
        rpc('tributary.campaign.v1.Campaigns', method, () => Promise.reject(notFound('not_found'))),
      ),
    ],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { closedTo, owned, address, close: () => server.close(1_000) };
}
