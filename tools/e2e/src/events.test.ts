import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { closingSteps, linkSteps, openingSteps, productSteps } from './events/campaigns.ts';
import { conversionSteps } from './events/conversions.ts';
import { fraudSteps } from './events/fraud.ts';
import { integrationSteps, openShop } from './events/integrations.ts';
import { operationSteps, quotaSettings } from './events/operations.ts';
import { requestSteps, scheduleSteps } from './events/payouts.ts';
import { peopleSteps } from './events/people.ts';
import {
  countReceivedBy,
  type Ear,
  ears,
  eventOf,
  openWorld,
  receivedBy,
  type Step,
  type World,
} from './events/world.ts';
import { openSystem, type TestSystem } from './system.ts';

/** Steps of one lane come one after the other, as later ones build on what earlier ones made. */
type Lane = readonly (readonly Step[])[];

/** Lanes of one stage go side by side; a stage begins when the one before it is done. */
const stages: readonly (readonly Lane[])[] = [
  [[openingSteps]],
  [
    [linkSteps, conversionSteps],
    [productSteps, integrationSteps],
    [peopleSteps, operationSteps],
  ],
  [[requestSteps], [scheduleSteps]],
  [[fraudSteps, closingSteps]],
];

const steps: readonly Step[] = stages.flat(3);

const EVENTS = 62;
/** Milestones may be looked at a minute later only. */
const HEARD_WITHIN_MS = 90_000;
const STEP_WITHIN_MS = 180_000;

const settings = {
  ...quotaSettings,
  // Every report is one that is written in the background.
  REPORT_DIRECT_ROWS: '0',
  // The shop is on this machine.
  INTEGRATION_ALLOW_PRIVATE: 'true',
};

interface Heard {
  readonly event: string;
  readonly operation: string;
  readonly by: readonly Ear[];
}

const inOrder = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Does a step and waits until everybody whom it concerns was told of each event, about that. */
async function doStep(world: World, { makes, heardBy, run }: Step): Promise<void> {
  const known = new Map<Ear, number>();
  for (const ear of heardBy) known.set(ear, await countReceivedBy(world, ear));
  const about = await run(world);
  const untoldOf = async (ear: Ear): Promise<string[]> => {
    const news = await receivedBy(world, ear, known.get(ear));
    const told = new Set(news.filter(({ body }) => body.includes(about)).map(eventOf));
    return makes.filter((event) => !told.has(event)).map((event) => `${ear}: ${event}`);
  };
  const isHeard = async (): Promise<boolean> => {
    const untold = (await Promise.all(heardBy.map(untoldOf))).flat();
    if (untold.length > 0) throw new Error(`Not told about ${about}: ${untold.join('; ')}`);
    return true;
  };
  await eventually(isHeard, { timeoutMs: HEARD_WITHIN_MS, everyMs: 100 });
}

/** What went wrong in each step, or undefined. */
type Outcomes = ReadonlyMap<Step, PromiseWithResolvers<Error | undefined>>;

/** Does all steps, and tells of each how it ended; after one that failed its lane goes on. */
async function doStages(world: World, outcomes: Outcomes): Promise<void> {
  const doLane = async (lane: Lane): Promise<void> => {
    for (const step of lane.flat()) {
      const failure = await doStep(world, step).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      outcomes.get(step)?.resolve(failure ?? undefined);
    }
  };
  for (const lanes of stages) await Promise.all(lanes.map(doLane));
}

/** Which operation made which event, and who was told, as it was seen. */
function writeTable(rows: readonly Heard[]): void {
  const folder = join(repositoryRoot(), '.engines/e2e');
  const lines = rows.map(
    ({ event, operation, by }) => `| ${event} | ${operation} | ${by.join(', ')} |`,
  );
  const text = ['| event | operation | heard by |', '| --- | --- | --- |', ...lines.sort()];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'events.md'), `${text.join('\n')}\n`);
}

describe('each public event, from its operation to a receiver of whom it concerns', () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  let system: TestSystem;
  let world: World;
  const heard: Heard[] = [];
  let outcomes: Outcomes;
  let done: Promise<void>;

  beforeAll(async () => {
    shop = await openShop();
    system = await openSystem(17_000, settings);
    world = await openWorld(system, shop.url);
    outcomes = new Map(steps.map((step) => [step, Promise.withResolvers()]));
    done = doStages(world, outcomes);
  }, 240_000);
  afterAll(async () => {
    await done;
    await system.close();
    shop.close();
  }, 60_000);

  it.each(steps.map((step) => [step.operation, step.makes.join(', '), step] as const))(
    '%s makes %s',
    async (operation, _names, step) => {
      const failure = await outcomes.get(step)?.promise;
      if (failure !== undefined) throw failure;
      heard.push(...step.makes.map((event) => ({ event, operation, by: step.heardBy })));
    },
    STEP_WITHIN_MS,
  );

  it('leaves none of the catalogue unheard, and the table of what made what behind', async () => {
    writeTable(heard);
    const catalogue = inOrder(world.catalogue);
    expect(catalogue).toHaveLength(EVENTS);
    expect(inOrder(heard.map(({ event }) => event))).toEqual(catalogue);
    const arrived = async () => {
      const received = await Promise.all(ears.map((ear) => receivedBy(world, ear)));
      return inOrder(received.flat().map(eventOf));
    };
    await eventually(async () => {
      expect(await arrived()).toEqual(catalogue);
      return true;
    });
  }, 90_000);

  it('is signed, and is what its header says', async () => {
    for (const ear of ears) {
      const wrong = (await receivedBy(world, ear)).filter((request) => {
        const { event } = JSON.parse(request.body) as { event: string };
        const signatures = [request.signature, request.standard_signature];
        return event !== eventOf(request) || signatures.some((one) => one !== 'valid');
      });
      expect([ear, wrong]).toEqual([ear, []]);
    }
  });

  it('tells a brand nothing of another brand’s campaigns', async () => {
    const own = ['brand.verified', 'brand.suspended', 'system.maintenance', 'system.update'];
    const told = inOrder((await receivedBy(world, 'otherBrand')).map(eventOf));
    // Its registration may have been on its way when it began to listen.
    expect(told.filter((event) => event !== 'brand.registered')).toEqual(inOrder(own));
  });
});
