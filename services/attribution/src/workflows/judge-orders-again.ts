import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { groupAccounts, sumByAccount } from '../domain/account-group.ts';
import { ownedThingsOf } from '../domain/linked-accounts.ts';
import { type OrderFact } from '../domain/order-fact.ts';
import { type CheckDeps, checkBrandAgain } from './check-accounts.ts';
import { judgeAgain, type JudgeDeps } from './judge-again.ts';

export type NightlyDeps = CheckDeps & JudgeDeps & Pick<Deps, 'figures'>;

/** How many days after their order conversions are judged again: its whole day, then as refunds come in. */
const JUDGED_AFTER_DAYS = [1, 7, 14, 28] as const;
/** Open reviews of earlier orders stay as they are. */
const OPEN_DAYS = 30;
const GROUP_DAYS = 30;
/** The latest orders of a brand are compared. */
const MAX_ORDERS = 50_000;
const BATCH_SIZE = 500;
/** What is stored of a brand. */
const MAX_GROUPS = 200;
const MAX_THINGS = 200;

/** Compares the orders of a brand's affiliates, and stores the groups that are connected. */
export async function groupBrand(
  deps: Pick<
    NightlyDeps,
    'accountGroups' | 'assessments' | 'clock' | 'hashes' | 'identities' | 'neighbours'
  >,
  brandId: string,
): Promise<void> {
  const { accountGroups, assessments, clock, hashes, identities, neighbours } = deps;
  const now = clock.now();
  const since = new Date(now.getTime() - GROUP_DAYS * DAY_MS);
  const ids = await assessments.listLatest(brandId, since, MAX_ORDERS);
  const orders: OrderFact[] = [];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    orders.push(...(await neighbours.listByIds(ids.slice(at, at + BATCH_SIZE))));
  }
  const accounts = [...new Set(orders.flatMap(({ affiliateId }) => affiliateId ?? []))];
  const owned = ownedThingsOf(await identities.listOwned(accounts));
  const groups = groupAccounts(sumByAccount(orders, owned))
    .sort((one, other) => other.accounts.length - one.accounts.length)
    .slice(0, MAX_GROUPS)
    .map(({ accounts, things }) => ({
      accounts,
      things: things.slice(0, MAX_THINGS).flatMap((thing) => hashes.hashThing(thing) ?? []),
    }));
  await accountGroups.replace(brandId, groups, now);
}

/** What is judged again tonight. */
function* periodsOf(now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (const days of JUDGED_AFTER_DAYS) {
    const from = today - days * DAY_MS;
    yield { from: new Date(from), to: new Date(from + DAY_MS) };
  }
  yield { openSince: new Date(today - OPEN_DAYS * DAY_MS) };
}

/** Groups and checks accounts anew, and judges recent orders and those with an open review by what is known by now. */
export const judgeOrdersAgain = (deps: NightlyDeps) => async (): Promise<void> => {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - GROUP_DAYS * DAY_MS);
  for (const brandId of await deps.figures.listBrands(since)) {
    await groupBrand(deps, brandId);
    await checkBrandAgain(deps, brandId);
  }
  for (const period of periodsOf(now)) {
    for await (const ids of deps.assessments.streamIds(period, BATCH_SIZE)) {
      await judgeAgain(deps)(ids, 'nightly');
    }
  }
};
