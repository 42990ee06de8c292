import { queryOptions } from '@tanstack/react-query';
import { TributaryError } from '@tributary/sdk';
import { api } from './client.ts';
import { RefusedByBrowser } from './failure.ts';
import { type CallKey } from './use-action.ts';

const WORKER = '/console/push-worker.js';

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** The subscription of this browser, if it has one. */
async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether the installation sends push messages, and to which browsers of the account. */
export const pushQuery = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: async ({ signal }) => {
    const [publicKey, browsers, own] = await Promise.all([
      api.pushKeys.get({ signal }).then(({ public_key }) => public_key, ifConfigured),
      api.pushSubscriptions.list({ signal }),
      ownSubscription(),
    ]);
    const isOwn = (endpoint: string): boolean => endpoint === own?.endpoint;
    return { publicKey, browsers: browsers.map((one) => ({ ...one, isOwn: isOwn(one.endpoint) })) };
  },
});

function ifConfigured(error: unknown): undefined {
  if (error instanceof TributaryError && error.code === 'push_not_configured') return undefined;
  throw error;
}

/** Subscribes this browser. @throws RefusedByBrowser where it or its person refuses */
export async function subscribeBrowser(publicKey: string, key: CallKey): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new RefusedByBrowser();
  const registration = await navigator.serviceWorker.register(WORKER);
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new RefusedByBrowser('The browser refused the subscription', { cause });
    });
  const { endpoint, expirationTime, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const body = {
    endpoint: endpoint ?? '',
    expirationTime: expirationTime ?? null,
    keys: { p256dh, auth },
  };
  await api.pushSubscriptions.create(body, key);
}

/** Ends the subscription of a browser of the account. */
export async function removeBrowser(
  { id, isOwn }: { readonly id: string; readonly isOwn: boolean },
  key: CallKey,
): Promise<void> {
  await api.pushSubscriptions.delete(id, key);
  if (isOwn) await (await ownSubscription())?.unsubscribe();
}
