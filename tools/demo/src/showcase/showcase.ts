import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@tributary/units';
import { payOut } from '../payouts.ts';
import { approveConversions } from '../story.ts';
import { CAST_BRANDS, DECLINED, FRAUDSTER } from './cast.ts';
import { decorate } from './decorate.ts';
import {
  openBrand,
  openMembers,
  type ShowcaseRun,
  type ShownBrand,
  type ShownMember,
} from './members.ts';
import { clicksOf, type FollowedLink, openPastClicks, type PastClick } from './past-clicks.ts';
import { orderOf, postPastOrders, type ShownOrder } from './past-orders.ts';
import { DAYS, planBurst, planVisits } from './plan.ts';

/** Some have many readers, most have few. */
const clicksPerDay = (number: number): number => 3 + Math.round(22 / (1 + (number % 9)));

/** The clicks of a member in ninety days. */
function clicksOfMember({ account, brand, link }: ShownMember, number: number, end: Date) {
  const seed = number + 1;
  const { orderValue } = brand.cast;
  const visits =
    account.name === FRAUDSTER
      ? planBurst(seed, end)
      : planVisits({ seed, now: end, perDay: clicksPerDay(number), orderValue });
  return clicksOf(link.linkId, visits);
}

async function publishAll(
  run: ShowcaseRun,
  shown: readonly { readonly link: FollowedLink; readonly clicks: readonly PastClick[] }[],
): Promise<void> {
  const pastClicks = await openPastClicks(run.env);
  run.progress.begin(
    'past clicks',
    shown.reduce((sum, { clicks }) => sum + clicks.length, 0),
  );
  try {
    for (const { link, clicks } of shown) {
      await pastClicks.publish(clicks, link);
      run.progress.step(clicks.length);
    }
  } finally {
    await pastClicks.close();
  }
}

const STORED_WITHIN_MS = 180_000;

/** Waits until a member's clicks are stored: an order of an unknown click counts against its address. */
async function untilStored(
  { account, brand, clicks }: ShownMember & { readonly clicks: readonly PastClick[] },
  end: Date,
): Promise<void> {
  const until = performance.now() + STORED_WITHIN_MS;
  const query = {
    campaign_id: brand.campaignId,
    start_date: new Date(end.getTime() - (DAYS + 1) * DAY_MS).toISOString(),
    per_page: 1,
  };
  for (;;) {
    const { pagination } = await account.tributary.clicks.list(query);
    if (pagination.total >= clicks.length) return;
    if (performance.now() > until) throw new Error('The past clicks are not stored in time');
    await pause(500);
  }
}

/** Orders older than this are reviewed, ms. */
const REVIEWED_AFTER_MS = 6 * DAY_MS;
const REJECTED_EVERY = 40;

/** Approves the older orders of a brand but some, which it rejects. @returns the rejected ones */
async function reviewOlder(
  run: ShowcaseRun,
  { account }: ShownBrand,
  orders: readonly ShownOrder[],
  end: Date,
): Promise<readonly ShownOrder[]> {
  const older = orders.filter(({ at }) => end.getTime() - at.getTime() > REVIEWED_AFTER_MS);
  const isRejected = (_order: ShownOrder, index: number) => index % REJECTED_EVERY === 7;
  const rejected = older.filter(isRejected);
  const conversionIds = older
    .filter((order, index) => !isRejected(order, index))
    .map(({ conversionId }) => conversionId);
  await approveConversions(account, { conversionIds, progress: run.progress });
  if (rejected.length > 0) {
    await account.tributary.conversions.bulkReview({
      conversion_ids: rejected.map(({ conversionId }) => conversionId),
      decision: 'rejected',
      reason: 'returned',
      notes: 'The customer sent the order back.',
    });
  }
  return rejected;
}

/** Pays half of those who earn without a hold, of whom one has an account that takes no transfers. */
async function payMembers(run: ShowcaseRun, members: readonly ShownMember[]): Promise<void> {
  const paid = members.filter(
    ({ brand, account }, index) =>
      brand.cast.key === 'luma' && (index % 2 === 0 || account.name === DECLINED),
  );
  const declined = paid.find(({ account }) => account.name === DECLINED);
  if (declined !== undefined) {
    const { payoutAccounts } = declined.account.tributary;
    const { accounts } = await payoutAccounts.list();
    if (accounts.length === 0) {
      await payoutAccounts.create({
        provider: 'cardproc_connect',
        cardproc_account_id: 'acct_declined',
        auto_payout_enabled: false,
      });
    }
  }
  await payOut(
    run.admin,
    paid.map(({ account, link }) => ({ account, trackingCode: link.trackingCode })),
  );
}

/**
 * Adds two more brands and twenty-eight affiliates with ninety days of traffic: orders in every state, a burst of
 * suspicious ones, refunds, a dispute, claims, payouts of which one fails. A repeated run adds what is missing.
 */
export async function showcase(run: ShowcaseRun): Promise<{ clicks: number; orders: number }> {
  const { file } = run;
  file.state.showcaseEnd ??= new Date().toISOString();
  file.save();
  const end = new Date(file.state.showcaseEnd);
  const brands: ShownBrand[] = [];
  for (const cast of CAST_BRANDS) brands.push(await openBrand(run, cast));
  const members = await openMembers(run, brands);
  const shown = members.map((member, number) => ({
    ...member,
    clicks: clicksOfMember(member, number, end),
  }));
  await publishAll(run, shown);
  for (const member of shown) await untilStored(member, end);
  let orderCount = 0;
  for (const brand of brands) {
    const orders = shown
      .filter((one) => one.brand === brand)
      .flatMap((one) => one.clicks.flatMap((click) => orderOf(click, one) ?? []));
    const posted = await postPastOrders(run, brand, orders);
    const rejected = await reviewOlder(run, brand, posted, end);
    await decorate(run, { brand, members, posted, rejected }, end);
    orderCount += posted.length;
  }
  await payMembers(run, members);
  file.state.isShown = true;
  file.save();
  return { clicks: shown.reduce((sum, { clicks }) => sum + clicks.length, 0), orders: orderCount };
}
