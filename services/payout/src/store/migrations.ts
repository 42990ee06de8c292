import { type Migration, rewriting } from '@tributary/mongo';
import { accountDefaults } from './account-store.ts';
import { type AccountDocument, collections, type PayoutDocument } from './collections.ts';
import { payoutDefaults } from './payout-documents.ts';

/** The defaults of the fields that a document lacks. */
const lacking =
  <Fields extends object>(defaults: Fields) =>
  (document: object): Partial<Fields> =>
    Object.fromEntries(
      Object.entries(defaults).filter(([name]) => !(name in document)),
    ) as Partial<Fields>;

const lacksAny = (defaults: object) => ({
  $or: Object.keys(defaults).map((name) => ({ [name]: { $exists: false } })),
});

export const accountFields = rewriting<AccountDocument>({
  name: '2026-11-26-account-fields',
  description: 'accounts state that they were not redirected, barred or removed',
  of: collections.accounts,
  filter: lacksAny(accountDefaults),
  rewrite: lacking(accountDefaults),
});

export const payoutFields = rewriting<PayoutDocument>({
  name: '2026-11-26-payout-fields',
  description: 'payouts state that they have no run, group, invoice or credit note',
  of: collections.payouts,
  filter: lacksAny(payoutDefaults),
  rewrite: lacking(payoutDefaults),
});

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [accountFields, payoutFields];
