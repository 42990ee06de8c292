import { mapConcurrent } from '@tributary/work';
import { Client } from '../client.ts';
import { idOperationsOf } from '../fresh-ids/id-fields.ts';
import { openWorld } from '../fresh-ids/records.ts';
import { tryUse } from '../fresh-ids/try-use.ts';
import { uses } from '../fresh-ids/uses.ts';
import { type TestSystem } from '../system.ts';
import { openTour, visitCampaigns, visitMessages, visitOrders, visitPayouts } from './tour.ts';
import { visitPeople } from './tour-people.ts';
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

/** Uses the API as a brand, an affiliate and an administrator do. @param report takes each refused call */
export async function tour(system: TestSystem, report: (failure: string) => void): Promise<void> {
  const open = await openTour(system, report);
  const visit = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => {
      report(error instanceof Error ? error.message : String(error));
    });
  };
  await visit(async () => {
    const campaign = await visitCampaigns(open);
    await visitOrders(open, campaign);
  });
  await visit(() => visitPayouts(open));
  await visit(() => visitMessages(open));
  await visit(() => visitPeople(open));
  await visit(() => visitLists(open.client, [open.brand.token, open.affiliate.token, open.admin]));
}
