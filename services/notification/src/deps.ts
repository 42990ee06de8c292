import { createCollections, createNudge, ensureCollections } from '@tributary/mongo';
import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { openEmailSender } from './senders/email-sender.ts';
import { openSmsSender } from './senders/sms-sender.ts';
import { collectionsOf, specs } from './store/collections.ts';
import { digestStore } from './store/digest-store.ts';
import { notificationStore } from './store/notification-store.ts';
import { peopleStore } from './store/people-store.ts';

/** The composition root: everything that features are given. */
export async function openDeps(config: Config, platform: Platform) {
  const { mongo, clock, log, newId } = platform;
  await ensureCollections(mongo.connection, []);
  await createCollections(mongo.connection, specs);
  const collections = collectionsOf(mongo.connection);
  const email = openEmailSender({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    connections: config.SMTP_CONNECTIONS,
  });
  return {
    config,
    clock,
    log,
    newId,
    notifications: notificationStore(collections),
    digests: digestStore(collections),
    people: peopleStore(collections),
    email,
    sms: openSmsSender({ url: config.SMS_API_URL, apiKey: config.SMS_API_KEY }),
    /** Rung when something was queued, so that the senders look at once. */
    queueNudge: createNudge(),
    close: () => {
      email.close();
      return Promise.resolve();
    },
  };
}
export type Deps = Awaited<ReturnType<typeof openDeps>>;
