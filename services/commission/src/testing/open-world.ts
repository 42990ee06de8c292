import { randomUUIDv7 } from 'node:crypto';
import type { ReviewedConversion } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { openGrpcClient, rpc, serveGrpc } from '@tributary/grpc';
import { startService } from '@tributary/service';
import {
  anApprovedConversion,
  openTestIdentity,
  testEnv,
  type TestIdentity,
} from '@tributary/testing';
import { app } from '../app.ts';
import type { AttributionExplanation } from '../clients/attribution-client.ts';
import { readCommissionConfig } from '../config.ts';
import { openDeps } from '../deps.ts';
import { forgetPrivateData } from '../features/forget-private-data/forget-private-data.ts';
import { releaseHolds } from '../features/release-holds/release-holds.ts';
import type { LedgerReport } from '../features/verify-ledger/report.ts';
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { collectionsOf } from '../store/collections.ts';
import { auditLedger } from '../store/ledger-audit.ts';
import { digest } from '../store/ledger-store.ts';

const patience = { deadlineMs: 30_000, idempotent: true };

type Caller = Parameters<TestIdentity['headersFor']>[0];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly caller: Caller;
  readonly sent?: unknown;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The whole service on real engines, with clients that call it as others do. */
export async function openWorld(settings: Readonly<Record<string, string>> = {}) {
  const identity = await openTestIdentity();
  const attribution = await playAttribution();
  const given = { ATTRIBUTION_GRPC: attribution.address, ...settings };
  const env = testEnv({ identityUrl: identity.url, ...given });
  const service = await startService({ openDeps, app }, readCommissionConfig(env));
  const { mongo } = service.platform;
  const address = `127.0.0.1:${String(service.grpcPort)}`;
  const call = async ({ method, path, caller, sent }: Call) => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...identity.headersFor(caller), 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  const commissions = askCommissions(address);
  const ledger = askLedger(address);
  const ownDeps = () => openDeps(readCommissionConfig(env), service.platform);
  return {
    env,
    service,
    collections: collectionsOf(mongo),
    /** What attribution explains, by conversion. */
    paths: attribution.paths,
    ...commissions,
    ...ledger,
    /** What the worker does every now and then. */
    endHolds: async (): Promise<void> => {
      await releaseHolds(await ownDeps())();
    },
    /** What is done every hour, as at this moment. */
    forgetPrivateData: async (now: Date): Promise<void> => {
      await forgetPrivateData({ ...(await ownDeps()), clock: { now: () => now } });
    },
    verify: (): Promise<LedgerReport> => auditLedger(mongo, (audit) => verifyLedger(audit, digest)),
    /** A GET as this caller. */
    get: (path: string, caller: Caller) => call({ method: 'GET', path, caller }),
    /** A PUT or POST of this body. */
    send: (method: 'PUT' | 'POST', path: string, caller: Caller, sent: unknown) =>
      call({ method, path, caller, sent }),
    close: async () => {
      commissions.close();
      ledger.close();
      await mongo.connection.dropDatabase();
      await service.close();
      await attribution.close();
      await identity.close();
    },
  };
}

function askCommissions(address: string) {
  const commissions = openGrpcClient('tributary.commission.v1.Commissions', address);
  const create = async (...approvals: readonly ReviewedConversion[]) => {
    const conversions = approvals.map((approval) => JSON.stringify(approval));
    const { results } = await commissions.call('CreateForConversions', { conversions }, patience);
    return results;
  };
  return {
    create,
    /** Approved conversions of these values for one affiliate, booked; in their order. */
    approved: async (affiliateId: string, ...valuesMinor: readonly number[]) => {
      const approvals = valuesMinor.map((valueMinor) =>
        anApprovedConversion({ affiliateId, valueMinor }),
      );
      for (const approval of approvals) await create(approval);
      return approvals;
    },
    adjust: (adjusted: unknown) =>
      commissions.call('ApplyAdjustment', { conversion: JSON.stringify(adjusted) }, patience),
    close: () => {
      commissions.close();
    },
  };
}

function askLedger(address: string) {
  const ledger = openGrpcClient('tributary.commission.v1.Ledger', address);
  return {
    balance: (affiliateId: string, currency = 'USD') =>
      ledger.call('Balance', { affiliateId, currency }, patience),
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
      return ledger.call('Reserve', request, patience);
    },
    settle: (payoutId: string, settledAt = '2026-05-02T09:00:00.000Z') =>
      ledger.call('Settle', { payoutId, transactionId: 'transfer', settledAt }, patience),
    release: (payoutId: string, attempt = 0) =>
      ledger.call('Release', { payoutId, attempt }, patience),
    restore: (payoutId: string) => ledger.call('Restore', { payoutId }, patience),
    close: () => {
      ledger.close();
    },
  };
}

/** Plays attribution: it explains the conversions that it is told to. */
async function playAttribution() {
  const paths = new Map<string, AttributionExplanation>();
  const explain = rpc('tributary.attribution.v1.Explanations', 'Explain', ({ conversionId }) => {
    const known = paths.get(conversionId);
    if (known === undefined) return Promise.reject(notFound('conversion_not_found'));
    return Promise.resolve(known);
  });
  const server = await serveGrpc({
    port: 0,
    host: '127.0.0.1',
    rpcs: [explain],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
  const address = `127.0.0.1:${String(server.port)}`;
  return { paths, address, close: () => server.close(1_000) };
}
