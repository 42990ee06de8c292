import { type Outbox, type Session, suspensionStore } from '@tributary/mongo';
import type { Changes } from '../domain/changes.ts';
import { campaignStore } from './campaign-store.ts';
import { clickStore, spendingStore } from './click-store.ts';
import type { Collections } from './collections.ts';
import { commissionStore } from './commission-store.ts';
import { conversionStore } from './conversion-store.ts';
import { conversionViewStore } from './conversion-view-store.ts';
import { heldClickStore } from './held-click-store.ts';
import { ledgerStore } from './ledger-store.ts';
import { rateStore } from './rate-store.ts';
import { reservationStore } from './reservation-store.ts';
import { scheduleStore } from './schedule-store.ts';
import { clickCounterStore, statementStore } from './statement-store.ts';
import { subscriptionStore } from './subscription-store.ts';
import { tierStore } from './tier-store.ts';

/** The service's stores; with a session, all of them within its transaction. */
export const storesOf = (collections: Collections, session?: Session) => ({
  campaigns: campaignStore(collections, session),
  clicks: clickStore(collections, session),
  clickCounters: clickCounterStore(collections, session),
  statements: statementStore(collections, session),
  commissions: commissionStore(collections, session),
  conversions: conversionStore(collections, session),
  conversionViews: conversionViewStore(collections, session),
  heldClicks: heldClickStore(collections, session),
  ledger: ledgerStore(collections, session),
  rates: rateStore(collections, session),
  reservations: reservationStore(collections, session),
  schedules: scheduleStore(collections, session),
  spending: spendingStore(collections, session),
  subscriptions: subscriptionStore(collections, session),
  tiers: tierStore(collections, session),
  suspensions: suspensionStore(collections.suspensions, session),
});
export type Stores = ReturnType<typeof storesOf>;

/** Saves what a decision changed, with its ledger entries and events, in the current transaction. */
export async function saveChanges(
  stores: Stores & { readonly outbox: Outbox },
  changes: Changes,
): Promise<void> {
  await stores.conversions.saveMany(changes.conversions);
  await stores.ledger.book(changes.transactions);
  await stores.commissions.insertMany(changes.created);
  await stores.commissions.saveMany(changes.changed);
  await stores.reservations.saveMany(changes.reservations);
  await stores.outbox.add(...changes.events);
}
