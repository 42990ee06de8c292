import { randomUUIDv7 } from 'node:crypto';
import type { ReviewedConversion } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { collectionsOf } from '@tributary/mongo';
import { openMetrics, type Platform, startService } from '@tributary/service';
import {
  anApprovedConversion,
  gatewayFetch,
  openTestIdentity,
  testEnv,
  type TestIdentity,
  tokensOf,
} from '@tributary/testing';
import { app } from '../app.ts';
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
import { serveOthers } from './serve-others.ts';

const PATIENT = { deadlineMs: 30_000, idempotent: true };

type Caller = Parameters<TestIdentity['headersFor']>[0];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly caller: Caller;
  readonly sent?: unknown;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The dependencies once more, with metrics of their own: a registry accepts each once. */
const openDepsBeside = (platform: Platform, env: Readonly<Record<string, string>>) =>
  openDeps(readCommissionConfig(env), {
    ...platform,
    metrics: openMetrics('commission', 'both'),
  });

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
  let opened: ReturnType<typeof openDeps> | undefined;
  const ownDeps = () => (opened ??= openDepsBeside(service.platform, env));
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
      await (await opened)?.close();
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
