import { createTransport } from 'nodemailer';
import { unavailable } from '@tributary/errors';
import { openGrpcClient } from '@tributary/grpc';
import {
  openCollections,
  openDatabaseClock,
  openAccountData,
  openErasures,
  type Session,
  suspensionStore,
  transactionOf,
} from '@tributary/mongo';
import { type Fonts, openMailLimit, openRateLimiter, type Platform } from '@tributary/service';
import { HOUR_SECONDS } from '@tributary/units';
import { createKeyLock } from '@tributary/work';
import { type Config } from './config.ts';
import { openInvoiceLinks } from './clients/invoice-links.ts';
import { openLedger } from './clients/ledger.ts';
import { openProviders } from './clients/providers/open-providers.ts';
import { accountStore } from './store/account-store.ts';
import { billingStore } from './store/billing-store.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { isErasable } from './store/erasure-store.ts';
import { invoiceStore } from './store/invoice-store.ts';
import { payoutStore } from './store/payout-store.ts';
import { rateStore } from './store/rate-store.ts';
import { batchStore, runStore } from './store/run-store.ts';
import { payoutMetrics, watchDeadlines } from './workflows/payout-metrics.ts';
import { openPayoutWriter } from './workflows/payout-writer.ts';

/** Short, because a caller waits while a code is mailed. */
const MAIL_TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** What is the same on all invoices. */
const invoiceTermsOf = (config: Config) => ({
  customer: {
    name: config.INVOICE_ISSUER_NAME,
    lines: config.INVOICE_ISSUER_ADDRESS.split('|').map((line) => line.trim()),
    email: null,
    taxId: config.INVOICE_ISSUER_TAX_ID,
  },
  taxRate: config.INVOICE_TAX_RATE,
  taxNote:
    config.INVOICE_TAX_NOTE ??
    (Number(config.INVOICE_TAX_RATE) === 0
      ? 'No tax is charged; where the law requires it, the recipient accounts for it.'
      : 'The amounts of the commissions include the tax.'),
});

function openLimits(config: Config, { redis }: Platform) {
  const perHour = (name: string, points: number) =>
    openRateLimiter(redis, config.namespace, { name, points, windowSeconds: HOUR_SECONDS });
  return {
    request: perHour('payout-request', config.RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR),
    create: perHour('payout-create', config.RATE_LIMIT_PAYOUT_CREATE_PER_HOUR),
    createPerIp: perHour('payout-create-ip', config.RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP),
    verify: perHour('payout-verify', config.RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR),
    mail: openMailLimit(redis, config.namespace, {
      kind: 'wallet',
      mails: config.RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY,
    }),
  };
}

/** The hourly limits must hold, so no payout is made while their counters are unavailable. */
async function requireCounters({ redis }: Platform): Promise<void> {
  await redis.ping().catch((cause: unknown) => {
    throw unavailable('limits_unavailable', {
      message: 'Payouts cannot be made at the moment',
      retryAfterSeconds: 5,
      cause,
    });
  });
}

const timingOf = (config: Config) => ({
  leaseMs: config.PAYOUT_LEASE_SECONDS * 1000,
  abandonedMs: config.PAYOUT_ABANDONED_SECONDS * 1000,
  retryMs: config.PAYOUT_RETRY_MS,
  pollIntervalMs: config.PAYOUT_LOOK_MS,
});

const storesWith = (now: () => Date) => (from: Collections, session?: Session) => ({
  accounts: accountStore(from, session),
  payouts: payoutStore(from, now, session),
  runs: runStore(from, now, session),
  batches: batchStore(from, now, session),
  invoices: invoiceStore(from, session),
  billing: billingStore(from, session),
  rates: rateStore(from),
  suspensions: suspensionStore(from.suspensions, session),
});

const erasuresOf = ({ mongo, clock }: Platform, collections: Collections) =>
  openErasures({
    connection: mongo.connection,
    declared,
    clock,
    isReady: isErasable(collections),
  });

/** Opens everything that the features use. */
export async function openDeps(config: Config, platform: Platform, fonts: Fonts) {
  const { mongo, newId, log, metrics, tokens } = platform;
  // One instance abandons what another has begun, so that all must agree on the time.
  const { close: closeClock, ...clock } = await openDatabaseClock(mongo, platform.clock);
  const collections = await openCollections(mongo.connection, declared);
  const storesOf = storesWith(() => clock.now());
  const { commission } = config.grpcAddresses;
  const grpc = openGrpcClient('tributary.commission.v1.Ledger', commission, tokens);
  const gauges = payoutMetrics(metrics);
  const { providers, fees, close } = openProviders({ ...config }, gauges.observer);
  const mail = createTransport({ url: config.SMTP_URL, pool: true, ...MAIL_TIMEOUTS });
  const stores = storesOf(collections);
  watchDeadlines(metrics, { clock, ...stores });
  const transaction = transactionOf(mongo, (session) => storesOf(collections, session));
  const timing = timingOf(config);
  return {
    clock,
    newId,
    log,
    metrics,
    ...stores,
    transaction,
    payoutWriter: openPayoutWriter({ clock, ...timing, transaction }),
    ledger: openLedger(grpc),
    providers,
    sendMail: (to: string, subject: string, text: string) =>
      mail.sendMail({ from: config.MAIL_FROM, to, subject, text }),
    fees,
    gauges,
    fonts,
    invoiceLinks: openInvoiceLinks(config),
    invoiceTerms: invoiceTermsOf(config),
    limits: openLimits(config, platform),
    payoutProof: {
      terms: config.proofTerms,
      aboveMinor: config.STEP_UP_PAYOUT_ABOVE,
      // The clock that the rest of the token is verified by.
      clock: platform.clock,
    },
    ...timing,
    /** One lock per affiliate. */
    withKeyLock: createKeyLock(),
    requireCounters: () => requireCounters(platform),
    accountData: openAccountData(mongo.connection, declared),
    erasures: erasuresOf(platform, collections),
    close: async () => {
      closeClock();
      grpc.close();
      mail.close();
      await close();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
