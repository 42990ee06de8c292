import { isPublicAddress } from '@tributary/networks/addresses';
import { type Ramp } from './finding.ts';
import { type OrderFact } from './order-fact.ts';
import { type Kind, kindOf, type SharedThing } from './shared-thing.ts';

/** How many of an account's orders came by each thing; all of them by what its owner has. */
export interface AccountOrders {
  readonly affiliateId: string;
  readonly orders: number;
  readonly things: ReadonlyMap<SharedThing, number>;
}

/** Accounts that one person has, or whose orders come by the same few customers, devices, lines and coupon codes. */
export interface AccountGroup {
  /** In alphabetical order. */
  readonly accounts: readonly string[];
  /** What at least two of them share, in alphabetical order. */
  readonly things: readonly SharedThing[];
}

/** From how many accounts on a group is suspicious, and from how many it certainly is. */
export const GROUP_SIZE: Ramp = { from: 3, to: 6 };
/** The probability of fraud that a group alone reaches. */
export const GROUP_WEIGHT = 0.6;

/** Accounts with fewer orders are not compared. */
const MIN_ORDERS = 2;
/** Of two accounts that are connected, the part of either's orders that comes by what both share. */
const CONNECTED_SHARE = 0.25;
/** What more accounts than these share is public, as a carrier's gateway is, and connects nobody. */
const MAX_ACCOUNTS_OF_THING = 50;

type IdentifiedOrder = Pick<
  OrderFact,
  'affiliateId' | 'codeAndClick' | 'customer' | 'ip' | 'visitorId'
>;

/** Nothing that owners have in common is known. */
const NO_OWNERS: ReadonlyMap<string, readonly SharedThing[]> = new Map();

/** What an order shares with other orders that have the same. */
export const thingsOf = ({
  codeAndClick: pair,
  customer,
  ip,
  visitorId,
}: Omit<IdentifiedOrder, 'affiliateId'>): SharedThing[] => [
  ...(pair === undefined ? [] : [`coupon code:${pair.couponId}|${pair.clickAffiliateId}` as const]),
  ...(customer === null ? [] : [`customer:${customer}` as const]),
  ...(visitorId === null ? [] : [`device:${visitorId}` as const]),
  ...(ip !== null && isPublicAddress(ip) ? [`line:${ip}` as const] : []),
];

/** The account that is credited, and the other one where the order's code and click are of two. */
const accountsOf = ({ affiliateId, codeAndClick: pair }: IdentifiedOrder): Set<string> =>
  new Set([
    ...(affiliateId === null ? [] : [affiliateId]),
    ...(pair === undefined ? [] : [pair.codeAffiliateId, pair.clickAffiliateId]),
  ]);

/**
 * Sums up orders by their accounts; an order with the code of one and the click of another counts for both.
 * @param owned what the accounts' owners have, by account
 */
export function sumByAccount(
  orders: Iterable<IdentifiedOrder>,
  owned: ReadonlyMap<string, readonly SharedThing[]> = NO_OWNERS,
): AccountOrders[] {
  interface Sums {
    orders: number;
    readonly things: Map<SharedThing, number>;
  }
  const accounts = new Map<string, Sums>();
  for (const order of orders) {
    for (const affiliateId of accountsOf(order)) {
      const account: Sums = accounts.get(affiliateId) ?? { orders: 0, things: new Map() };
      account.orders += 1;
      for (const thing of [...thingsOf(order), ...(owned.get(affiliateId) ?? [])]) {
        account.things.set(thing, (account.things.get(thing) ?? 0) + 1);
      }
      accounts.set(affiliateId, account);
    }
  }
  return [...accounts].map(([affiliateId, sums]) => ({ affiliateId, ...sums }));
}

/** The accounts by each thing that several of them have. */
function accountsByThing(accounts: readonly AccountOrders[]): Map<SharedThing, AccountOrders[]> {
  const byThing = new Map<SharedThing, AccountOrders[]>();
  for (const account of accounts) {
    for (const thing of account.things.keys()) {
      const known = byThing.get(thing);
      if (known === undefined) byThing.set(thing, [account]);
      else known.push(account);
    }
  }
  for (const [thing, { length }] of byThing) {
    if (length < 2 || length > MAX_ACCOUNTS_OF_THING) byThing.delete(thing);
  }
  return byThing;
}

/** Whether so much of either's orders comes by what both have. */
function isConnected(one: AccountOrders, other: AccountOrders, shared: ReadonlySet<SharedThing>) {
  const share = ({ orders, things }: AccountOrders): number => {
    // An order has several things: the kind that shows most counts.
    const byKind = new Map<Kind, number>();
    for (const thing of shared) {
      const kind = kindOf(thing);
      byKind.set(kind, (byKind.get(kind) ?? 0) + (things.get(thing) ?? 0));
    }
    return Math.max(0, ...byKind.values()) / orders;
  };
  return share(one) >= CONNECTED_SHARE && share(other) >= CONNECTED_SHARE;
}

/** The connected pairs, by their places in the list. */
function* listConnections(
  accounts: readonly AccountOrders[],
  byThing: ReadonlyMap<SharedThing, readonly AccountOrders[]>,
): Generator<readonly [AccountOrders, AccountOrders]> {
  for (const account of accounts) {
    const sharedWith = new Map<AccountOrders, Set<SharedThing>>();
    for (const thing of account.things.keys()) {
      for (const other of byThing.get(thing) ?? []) {
        if (other.affiliateId <= account.affiliateId) continue;
        const shared = sharedWith.get(other) ?? new Set();
        sharedWith.set(other, shared.add(thing));
      }
    }
    for (const [other, shared] of sharedWith) {
      if (isConnected(account, other, shared)) yield [account, other];
    }
  }
}

/** The representative of a set that only grows (disjoint sets, with halved paths). */
function rootOf(parents: Map<string, string>, id: string): string {
  let at = id;
  for (;;) {
    const parent = parents.get(at) ?? at;
    if (parent === at) return at;
    const next = parents.get(parent) ?? parent;
    parents.set(at, next);
    at = next;
  }
}

/**
 * The connected components of accounts over what they share. Two accounts are connected where what both have
 * makes up a quarter of either's orders, so that a gateway that customers of many affiliates use connects nobody; what
 * their owner has makes up all of them.
 */
export function groupAccounts(all: readonly AccountOrders[]): AccountGroup[] {
  const accounts = all.filter(({ orders }) => orders >= MIN_ORDERS);
  const byThing = accountsByThing(accounts);
  const parents = new Map<string, string>();
  for (const [one, other] of listConnections(accounts, byThing)) {
    const [root, into] = [rootOf(parents, one.affiliateId), rootOf(parents, other.affiliateId)];
    if (root !== into) parents.set(root, into);
  }
  const members = Map.groupBy(accounts, ({ affiliateId }) => rootOf(parents, affiliateId));
  return [...members.values()]
    .filter(({ length }) => length > 1)
    .map((group) => {
      const inGroup = new Set(group);
      const isShared = (thing: SharedThing): boolean =>
        (byThing.get(thing) ?? []).filter((one) => inGroup.has(one)).length > 1;
      const things = new Set(group.flatMap(({ things: own }) => [...own.keys()].filter(isShared)));
      return {
        accounts: group.map(({ affiliateId }) => affiliateId).sort(),
        things: [...things].sort(),
      };
    })
    .sort((one, other) => ((one.accounts[0] ?? '') < (other.accounts[0] ?? '') ? -1 : 1));
}
