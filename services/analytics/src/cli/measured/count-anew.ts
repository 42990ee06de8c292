import { type Mongo, transactionOf } from '@tributary/mongo';
import { rebuildSums } from '../../features/rebuild-sums/rebuild-sums.ts';
import { type CampaignDay } from '../../store/audit-store.ts';
import { storesOf } from '../../store/stores.ts';
import { type World } from './fill.ts';
import { repeatedWhileBusy } from './measure.ts';

const CAMPAIGN_DAYS = 6;

/** Some days from all over the time that was filled, each of another campaign. */
async function* someDays({ days, links }: World): AsyncGenerator<CampaignDay> {
  const campaigns = [...new Set(links.map(({ campaignId }) => campaignId))];
  const step = Math.max(1, Math.floor(days.length / CAMPAIGN_DAYS));
  for (const [index, day] of days.entries()) {
    const campaignId = campaigns[index % campaigns.length];
    if (index % step === 0 && campaignId !== undefined) yield { campaignId, day };
    await Promise.resolve();
  }
}

/** Whether sums are what a count of the facts gives. @throws where they are not: nothing else is worth measuring */
export async function countAnew(mongo: Mongo, world: World): Promise<string> {
  const { same, days, facts, differences } = await repeatedWhileBusy(() =>
    rebuildSums({
      transaction: transactionOf(mongo, (session) => storesOf(world.collections, session)),
      days: someDays(world),
      now: new Date(),
      repair: false,
    }),
  );
  if (!same) throw new Error(`Sums are wrong: ${JSON.stringify(differences.slice(0, 3))}`);
  return `${String(days)} days of campaigns, ${String(facts)} facts: the sums are right`;
}
