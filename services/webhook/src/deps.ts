import { openResolver } from '@tributary/egress';
import { createNudge, createCollections, transactionOf } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { attemptWith } from './clients/webhook-sender.ts';
import { attemptObserver } from './features/deliver-webhooks/attempt-metrics.ts';
import { openPoster } from './clients/http-client.ts';
import { checkTargetWith } from './clients/target-check.ts';
import { createHandover } from './workflows/handoff.ts';
import { createInterrupts } from './workflows/endpoint-changes.ts';
import { newSecret, secretBox } from './clients/secret-cipher.ts';
import { collectionsOf, type Session, specs } from './store/collections.ts';
import { countStore } from './store/count-store.ts';
import { deliveryStore } from './store/delivery-store.ts';
import { endpointStore } from './store/endpoint-store.ts';
import { laneStore } from './store/queue-store.ts';

/** The composition root: everything that features are given. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, metrics, newId } = platform;
  await createCollections(mongo.connection, specs);
  const collections = collectionsOf(mongo.connection);
  const stores = (session?: Session) => ({
    endpoints: endpointStore(collections, session),
    deliveries: deliveryStore(collections, session),
    lanes: laneStore(collections, session),
    counts: countStore(collections, session),
  });

  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  const trustedOrigins = config.WEBHOOK_TRUSTED_ORIGINS;
  const resolver = openResolver({
    allowPrivate,
    servers: config.WEBHOOK_DNS_SERVERS,
    trustedHosts: trustedOrigins.map((origin) => new URL(origin).hostname),
  });
  const poster = openPoster(resolver, {
    allowPrivate,
    trustedOrigins,
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1000,
  });
  const box = secretBox(Buffer.from(config.WEBHOOK_SECRETS_KEY, 'base64'));

  return {
    config,
    clock,
    log,
    metrics,
    newId,
    random: Math.random,
    ...stores(),
    transaction: transactionOf(mongo, stores),
    secrets: { ...box, make: newSecret },
    checkTarget: checkTargetWith(resolver, { allowPrivate, trustedOrigins }),
    attempt: attemptWith(poster, box),
    observeAttempt: attemptObserver(metrics, log),
    /** Cuts the requests under way. */
    cutRequests: () => poster.destroy(),
    /** Rung when a lane may have become due, so that its worker looks at once. */
    lanesNudge: createNudge(),
    /** Stops the work on an endpoint that changed. */
    interrupts: createInterrupts(),
    /** Gives new deliveries straight to the lanes of this process. */
    handover: createHandover(),
    close: () => poster.destroy(),
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
