import { createHmac } from 'node:crypto';
import { openAnnouncer } from '../callbacks/announcer.ts';
import type { World } from '../world.ts';
import { createItemSettler } from './item-settler.ts';
import { createPayoutDesk } from './payout-desk.ts';
import type { PayoutDesk } from './payout-desk.ts';
import { isoTime, itemBody, itemEventType } from './payout-item.ts';
import { openWalletcoBooks } from './walletco-books.ts';
import type { AnnounceItem, WalletcoBooks } from './walletco-books.ts';

/** The wallet: takes batches, settles their items after a delay, sends callbacks to its customer. */
export type Walletco = PayoutDesk & Readonly<{ books: WalletcoBooks; close(): void }>;

/** @param file where its books are kept; undefined: in memory only */
export async function openWalletco(world: World, file: string | undefined): Promise<Walletco> {
  const books = await openWalletcoBooks(file);
  const announcer = openAnnouncer(
    {
      ...world,
      target: 'walletco.callbacks',
      url: () => world.settings.walletco_callback_url,
      sign: (rawBody, at) =>
        signTransmission(world.keys.walletcoWebhookSecret, world.newId('wt'), rawBody, at),
    },
    books,
  );
  const announce: AnnounceItem = (change, item, status) => {
    const createdMs = world.clock.now().getTime();
    const id = world.newId('WH');
    const type = itemEventType(status);
    const payload = {
      id,
      event_type: type,
      event_version: '1.0',
      create_time: isoTime(createdMs),
      resource_type: 'payouts_item',
      resource: itemBody(item),
    };
    const delivery = { state: 'pending', attempts: 0 } as const;
    const event = { id, type, createdMs, payload, delivery };
    books.record({ ...change, event });
    announcer.send(event);
  };
  announcer.resume();
  return {
    ...createPayoutDesk(world, books, createItemSettler(world, books, announce)),
    books,
    close: () => {
      announcer.close();
      books.close();
    },
  };
}

/** The three headers that prove where a webhook comes from, for one attempt. */
function signTransmission(
  secret: string,
  id: string,
  rawBody: string,
  at: Date,
): Readonly<Record<string, string>> {
  const time = at.toISOString();
  const signature = createHmac('sha256', secret).update(`${id}|${time}|${rawBody}`).digest('hex');
  return {
    'walletco-transmission-id': id,
    'walletco-transmission-time': time,
    'walletco-transmission-sig': signature,
  };
}
