import { mapConcurrent } from '@tributary/work';
import { Client } from '../client.ts';
import { idOperationsOf } from '../fresh-ids/id-fields.ts';
import { openWorld } from '../fresh-ids/records.ts';
import { tryUse } from '../fresh-ids/try-use.ts';
import { uses } from '../fresh-ids/uses.ts';
import { type EngineUrls, type TestSystem } from '../system.ts';
import { type Campaign, openTour, type Tour, visitCampaigns } from './tour.ts';
import { visitNotifications, visitReports, visitWebhooks } from './tour-messages.ts';
import { visitAttribution, visitFigures, visitOrders, visitTerms } from './tour-orders.ts';
import { visitPayoutAccounts, visitPayoutRun, visitPayouts } from './tour-payouts.ts';
import { visitShopPages } from './tour-pages.ts';
import { peopleVisits } from './tour-people.ts';
import { visitLists } from './visit-lists.ts';

/** Calls at the same time. */
const CONCURRENCY = 4;

/**
 * Calls every operation that takes or returns an id, with records made for the purpose; many are refused, because the
 * record is in another state.
 */
export async function callByIds(system: TestSystem): Promise<void> {
  const operations = new Map(
    (await idOperationsOf(new Client(system))).map((one) => [one.operationId, one]),
  );
  const world = await openWorld(system);
  await mapConcurrent(uses, CONCURRENCY, async (use) => {
    const operation = operations.get(use.operation);
    if (operation !== undefined) await tryUse(world, use, operation).catch(() => undefined);
  });
  world.close();
}

const ofCampaign: readonly ((tour: Tour, campaign: Campaign) => Promise<void>)[] = [
  visitOrders,
  visitFigures,
  visitShopPages,
  visitAttribution,
  visitPayouts,
  visitPayoutRun,
  // Last, because they change what later orders earn.
  visitTerms,
];
const ofPeople: readonly ((tour: Tour) => Promise<void>)[] = [
  visitPayoutAccounts,
  visitWebhooks,
  visitReports,
  visitNotifications,
  ...peopleVisits,
];

/**
 * Uses the API as a brand, an affiliate and an administrator do. A part that fails ends alone.
 * @param report takes each refused call
 */
export async function tour(
  system: TestSystem,
  engines: EngineUrls,
  report: (failure: string) => void,
): Promise<void> {
  const open = await openTour(system, engines, report);
  const visit = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      report(error instanceof Error ? error.message : String(error));
    });
  };
  const campaign = await visitCampaigns(open);
  for (const work of ofCampaign) await visit(() => work(open, campaign));
  for (const work of ofPeople) await visit(() => work(open));
  await visit(() => visitLists(open.client, [open.brand.token, open.affiliate.token, open.admin]));
}
