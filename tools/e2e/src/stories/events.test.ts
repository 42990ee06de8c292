import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@tributary/engines';
import { eventually } from '@tributary/testing';
import { closingSteps, linkSteps, openingSteps, productSteps } from '../events/campaigns.ts';
import { conversionSteps } from '../events/conversions.ts';
import { fraudSteps } from '../events/fraud.ts';
import { integrationSteps, openShop } from '../events/integrations.ts';
import { operationSteps } from '../events/operations.ts';
import { requestSteps, scheduleSteps } from '../events/payouts.ts';
import { peopleSteps } from '../events/people.ts';
import {
  countReceivedBy,
  eventOf,
  openScenario,
  receivedBy,
  type Recipient,
  recipients,
  type Step,
  type Scenario,
} from '../events/scenario.ts';
import { sharedSystem } from '../shared-system.ts';

/** Groups of steps that run in sequence, because later steps use the records of earlier ones. */
type Sequence = readonly (readonly Step[])[];

/** The sequences of one stage run concurrently; a stage begins when the previous one is done. */
const stages: readonly (readonly Sequence[])[] = [
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

/** Milestones are checked only once a minute. */
const NOTIFIED_WITHIN_MS = 90_000;
const STEP_WITHIN_MS = 180_000;

interface Observation {
  readonly event: string;
  readonly operation: string;
  readonly notified: readonly Recipient[];
}

const uniqueSorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** Runs a step and waits until every recipient has received each of its events. */
async function runStep(scenario: Scenario, { publishes, notifies, run }: Step): Promise<void> {
  const known = new Map<Recipient, number>();
  for (const recipient of notifies)
    known.set(recipient, await countReceivedBy(scenario, recipient));
  const about = await run(scenario);
  const missingOf = async (recipient: Recipient): Promise<string[]> => {
    const news = await receivedBy(scenario, recipient, known.get(recipient));
    const received = new Set(news.filter(({ body }) => body.includes(about)).map(eventOf));
    return publishes
      .filter((event) => !received.has(event))
      .map((event) => `${recipient}: ${event}`);
  };
  const isNotified = async (): Promise<boolean> => {
    const missing = (await Promise.all(notifies.map(missingOf))).flat();
    if (missing.length > 0)
      throw new Error(`Events about ${about} not received: ${missing.join('; ')}`);
    return true;
  };
  await eventually(isNotified, { timeoutMs: NOTIFIED_WITHIN_MS, everyMs: 100 });
}

/** The failure of each step, or undefined. */
type Outcomes = ReadonlyMap<Step, PromiseWithResolvers<Error | undefined>>;

/** Runs all steps and resolves the outcome of each; a sequence continues after a failed step. */
async function runStages(scenario: Scenario, outcomes: Outcomes): Promise<void> {
  const runSequence = async (sequence: Sequence): Promise<void> => {
    for (const step of sequence.flat()) {
      const failure = await runStep(scenario, step).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      outcomes.get(step)?.resolve(failure ?? undefined);
    }
  };
  for (const sequences of stages) await Promise.all(sequences.map(runSequence));
}

/** Writes which operation published which event, and who was notified. */
function writeTable(rows: readonly Observation[]): void {
  const folder = join(repositoryRoot(), '.engines/e2e');
  const lines = rows.map(
    ({ event, operation, notified }) => `| ${event} | ${operation} | ${notified.join(', ')} |`,
  );
  const text = ['| event | operation | notified |', '| --- | --- | --- |', ...lines.sort()];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'events.md'), `${text.join('\n')}\n`);
}

describe('each public event, from its operation to the recipients’ receivers', () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  let scenario: Scenario;
  const observations: Observation[] = [];
  let outcomes: Outcomes;
  let done: Promise<void>;

  beforeAll(async () => {
    shop = await openShop();
    scenario = await openScenario(sharedSystem(), shop.url);
    outcomes = new Map(steps.map((step) => [step, Promise.withResolvers()]));
    done = runStages(scenario, outcomes);
  }, 240_000);
  afterAll(async () => {
    await done;
    shop.close();
  }, 60_000);

  it.each(steps.map((step) => [step.operation, step.publishes.join(', '), step] as const))(
    '%s publishes %s',
    async (operation, _names, step) => {
      const failure = await outcomes.get(step)?.promise;
      if (failure !== undefined) throw failure;
      observations.push(
        ...step.publishes.map((event) => ({ event, operation, notified: step.notifies })),
      );
    },
    STEP_WITHIN_MS,
  );

  it('covers the whole catalogue, and writes the table of operations and events', async () => {
    writeTable(observations);
    const catalogue = uniqueSorted(scenario.catalogue);
    expect(uniqueSorted(observations.map(({ event }) => event))).toEqual(catalogue);
    const arrived = async () => {
      const received = await Promise.all(
        recipients.map((recipient) => receivedBy(scenario, recipient)),
      );
      return uniqueSorted(received.flat().map(eventOf));
    };
    await eventually(async () => {
      expect(await arrived()).toEqual(catalogue);
      return true;
    });
  }, 90_000);

  it('is signed and matches its header', async () => {
    for (const recipient of recipients) {
      const wrong = (await receivedBy(scenario, recipient)).filter((request) => {
        const { event } = JSON.parse(request.body) as { event: string };
        const signatures = [request.signature, request.standard_signature];
        return event !== eventOf(request) || signatures.some((one) => one !== 'valid');
      });
      expect([recipient, wrong]).toEqual([recipient, []]);
    }
  });

  it('does not notify a brand of another brand’s campaigns', async () => {
    const own = ['brand.verified', 'brand.suspended', 'system.maintenance', 'system.update'];
    const received = uniqueSorted((await receivedBy(scenario, 'otherBrand')).map(eventOf));
    // The event of its registration may arrive after its endpoint is registered.
    expect(received.filter((event) => event !== 'brand.registered')).toEqual(uniqueSorted(own));
  });
});
