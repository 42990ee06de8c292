import { createHmac } from 'node:crypto';
import { openAnnouncer } from '../callbacks/announcer.ts';
import type { World } from '../world.ts';
import { createAccountDesk } from './account-desk.ts';
import type { AccountDesk } from './account-desk.ts';
import { openCardprocBooks } from './cardproc-books.ts';
import type { Announce, CardprocBooks } from './cardproc-books.ts';
import { createTransferDesk } from './transfer-desk.ts';
import type { TransferDesk } from './transfer-desk.ts';
import { createTransferSettler } from './transfer-settler.ts';

/** The card processor: takes transfers, settles them after a delay, sends callbacks to its customer. */
export type Cardproc = TransferDesk &
  AccountDesk &
  Readonly<{ books: CardprocBooks; close(): void }>;

/** @param file where its books are kept; undefined: in memory only */
export async function openCardproc(world: World, file: string | undefined): Promise<Cardproc> {
  const books = await openCardprocBooks(file);
  const announcer = openAnnouncer(
    {
      ...world,
      target: 'cardproc.callbacks',
      url: () => world.settings.cardproc_callback_url,
      sign: (rawBody, at) => signCallback(world.keys.cardprocWebhookSecret, rawBody, at),
    },
    books,
  );
  const announce: Announce = (change, type, object) => {
    const createdMs = world.clock.now().getTime();
    const id = world.newId('evt');
    const created = Math.floor(createdMs / 1000);
    const payload = { id, object: 'event', type, created, data: { object } };
    const delivery = { state: 'pending', attempts: 0 } as const;
    const event = { id, type, createdMs, payload, delivery };
    books.record({ ...change, event });
    announcer.send(event);
  };
  announcer.resume();
  return {
    ...createTransferDesk(world, books, createTransferSettler(world, books, announce)),
    ...createAccountDesk(world, books, announce),
    books,
    close: () => {
      announcer.close();
      books.close();
    },
  };
}

/** `t=<unix>,v1=<hex>` over `<t>.<raw body>`: a copy of the body alone cannot be sent again later. */
export function signCallback(
  secret: string,
  rawBody: string,
  at: Date,
): Readonly<Record<string, string>> {
  const unix = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${unix}.${rawBody}`).digest('hex');
  return { 'cardproc-signature': `t=${unix},v1=${signature}` };
}
