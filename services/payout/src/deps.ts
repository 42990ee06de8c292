import { createTransport } from 'nodemailer';
import { unavailable } from '@tributary/errors';
import { openGrpcClient } from '@tributary/grpc';
import { transactionOf } from '@tributary/mongo';
import { openRateLimiter, type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { type FeeRules } from './domain/fee.ts';
import { openLedger } from './ledger.ts';
import { openCardproc } from './providers/cardproc.ts';
import { openProviderHttp } from './providers/http.ts';
import { type Provider } from './providers/provider.ts';
import { openWalletco } from './providers/walletco.ts';
import { accountStore } from './store/account-store.ts';
import { type Collections, openCollections, type Session } from './store/collections.ts';
import { payoutStore } from './store/payout-store.ts';

const HOUR_S = 3_600;
/** Somebody waits for the answer while a code is mailed. */
const MAIL_TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

const feesOf = (config: Config): FeeRules => ({
  cardproc_connect: {
    fixed: config.CARDPROC_FEE_FIXED,
    percent: config.CARDPROC_FEE_PERCENT,
    maximum: null,
  },
  walletco_payouts: {
    fixed: '0',
    percent: config.WALLETCO_FEE_PERCENT,
    maximum: config.WALLETCO_FEE_MAXIMUM,
  },
});

function openProviders(config: Config) {
  const cardprocHttp = openProviderHttp(config.CARDPROC_BASE_URL, config.PROVIDER_TIMEOUT_MS);
  const walletcoHttp = openProviderHttp(config.WALLETCO_BASE_URL, config.PROVIDER_TIMEOUT_MS);
  const cardproc = openCardproc(cardprocHttp, {
    apiKey: config.CARDPROC_API_KEY,
    webhookSecret: config.CARDPROC_WEBHOOK_SECRET,
  });
  const walletco = openWalletco(walletcoHttp, {
    clientId: config.WALLETCO_CLIENT_ID,
    clientSecret: config.WALLETCO_CLIENT_SECRET,
    webhookSecret: config.WALLETCO_WEBHOOK_SECRET,
  });
  const providers: Readonly<Record<Provider['id'], Provider>> = {
    cardproc_connect: cardproc,
    walletco_payouts: walletco,
  };
  const close = async (): Promise<void> => {
    await Promise.all([cardprocHttp.close(), walletcoHttp.close()]);
  };
  return {
    providers,
    startVerification: (accountId: string) => cardproc.startVerification(accountId),
    close,
  };
}

function openLimits(config: Config, { redis }: Platform) {
  const perHour = (name: string, points: number) =>
    openRateLimiter(redis, config.namespace, { name, points, windowSeconds: HOUR_S });
  return {
    request: perHour('payout-request', config.RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR),
    create: perHour('payout-create', config.RATE_LIMIT_PAYOUT_CREATE_PER_HOUR),
    createPerIp: perHour('payout-create-ip', config.RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP),
    verify: perHour('payout-verify', config.RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR),
  };
}

/** Opens what the use-cases need. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, newId, log, metrics } = platform;
  const collections = await openCollections(mongo);
  const now = () => clock.now();
  const storesOf = (from: Collections, session?: Session) => ({
    accounts: accountStore(from, session),
    payouts: payoutStore(from, now, session),
  });
  const grpc = openGrpcClient('tributary.commission.v1.Ledger', config.grpcAddresses.commission);
  const { providers, startVerification, close } = openProviders(config);
  const mail = createTransport({ url: config.SMTP_URL, pool: true, ...MAIL_TIMEOUTS });
  const stepsUnderWay = new Set<Promise<void>>();
  return {
    clock,
    newId,
    log,
    metrics,
    ...storesOf(collections),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    ledger: openLedger(grpc),
    providers,
    startVerification,
    sendMail: async (to: string, subject: string, text: string): Promise<void> => {
      await mail.sendMail({ from: config.MAIL_FROM, to, subject, text });
    },
    fees: feesOf(config),
    limits: openLimits(config, platform),
    leaseMs: config.PAYOUT_LEASE_SECONDS * 1000,
    /** Steps of payouts that are being taken by this process. */
    stepsUnderWay,
    /** Limits on payouts must hold, so nothing is paid out while their counters are away. */
    requireCounters: async (): Promise<void> => {
      await platform.redis.ping().catch((cause: unknown) => {
        throw unavailable('limits_unavailable', {
          message: 'Payouts cannot be made at the moment',
          retryAfterSeconds: 5,
          cause,
        });
      });
    },
    close: async () => {
      await Promise.all(stepsUnderWay);
      grpc.close();
      mail.close();
      await close();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
