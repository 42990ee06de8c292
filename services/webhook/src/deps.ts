import { openResolver } from '@tributary/egress';
import {
  openCollections,
  openAccountData,
  openErasures,
  type Session,
  transactionOf,
} from '@tributary/mongo';
import { keysOf, type Platform } from '@tributary/service';
import { createWakeSignal } from '@tributary/work';
import { openHttpClient } from './clients/http-client.ts';
import { generateSecret, secretCipher } from './clients/secret-cipher.ts';
import { targetCheck } from './clients/target-check.ts';
import { webhookSender } from './clients/webhook-sender.ts';
import { type Config } from './config.ts';
import { collections as declared } from './store/collections.ts';
import { countStore } from './store/count-store.ts';
import { deliveryStore } from './store/delivery-store.ts';
import { endpointStore } from './store/endpoint-store.ts';
import { queueStore } from './store/queue-store.ts';
import { createAttemptObserver } from './workflows/attempt-metrics.ts';
import { createEndpointChanges } from './workflows/endpoint-changes.ts';
import { createHandoff } from './workflows/handoff.ts';

/** The composition root: opens the stores and clients that features use. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, metrics, newId } = platform;
  const collections = await openCollections(mongo.connection, declared);
  const stores = (session?: Session) => ({
    endpoints: endpointStore(collections, session),
    deliveries: deliveryStore(collections, session),
    queues: queueStore(collections, session),
    counts: countStore(collections, session),
  });

  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  const trustedOrigins = config.WEBHOOK_TRUSTED_ORIGINS;
  const resolver = openResolver({
    allowPrivate,
    servers: config.WEBHOOK_DNS_SERVERS,
    trustedHosts: trustedOrigins.map((origin) => new URL(origin).hostname),
  });
  const client = openHttpClient(resolver, {
    allowPrivate,
    trustedOrigins,
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
  });
  const cipher = secretCipher(keysOf(config.WEBHOOK_SECRETS_KEY));

  return {
    config,
    clock,
    log,
    metrics,
    newId,
    random: Math.random,
    ...stores(),
    transaction: transactionOf(mongo, stores),
    secrets: { ...cipher, generate: generateSecret },
    checkTarget: targetCheck(resolver, { allowPrivate, trustedOrigins }),
    sendWebhook: webhookSender(client, cipher),
    observeAttempt: createAttemptObserver(metrics, log),
    /** Aborts all requests in flight. */
    abortRequests: () => client.destroy(),
    /** Wakes the delivery worker when a queue may have become due. */
    deliverySignal: createWakeSignal(),
    /** Stops the drain of a queue whose endpoint changed. */
    endpointChanges: createEndpointChanges(),
    /** Hands new deliveries directly to the drains of this process. */
    handoff: createHandoff(),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
    close: () => client.destroy(),
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
