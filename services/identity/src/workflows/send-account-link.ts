import { type AccountLinkPurpose, accountMailRequested } from '@tributary/contracts';
import { type Outbox } from '@tributary/mongo';
import { type AccountLink, earlierLinksKept, expiryOfLink } from '../domain/account-link.ts';
import { type AccountLinkStore } from '../store/account-link-store.ts';
import { digestOf, newLinkToken } from './opaque-token.ts';

export interface LinkStores {
  readonly accountLinks: AccountLinkStore;
  readonly outbox: Outbox;
}

/** Mails a link to its address. It replaces the earlier links of its purpose, save `earlierLinksKept`. */
export async function sendAccountLink(
  { accountLinks, outbox }: LinkStores,
  link: Pick<AccountLink, 'userId' | 'email'> & {
    readonly purpose: AccountLinkPurpose;
    readonly since?: Date;
    /** Of an account whose event is published at the same moment. */
    readonly locale?: string;
  },
  now: Date,
): Promise<void> {
  const { userId, purpose, email, locale, since = now } = link;
  const token = newLinkToken();
  const expiresAt = expiryOfLink(purpose, now);
  const kept = earlierLinksKept[purpose];
  if (Number.isFinite(kept)) await accountLinks.deleteOlder(userId, purpose, kept);
  await accountLinks.create({ id: digestOf(token), userId, purpose, email, since, expiresAt });
  const mail = { userId, purpose, to: email, token, expiresAt: expiresAt.toISOString() };
  await outbox.add(accountMailRequested(locale === undefined ? mail : { ...mail, locale }));
}
