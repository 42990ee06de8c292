import { mapConcurrent } from '@tributary/work';
import { type Answer, Client } from '../client.ts';
import { type TestSystem } from '../system.ts';
import { exemptCreators, exemptUses } from './exempt.ts';
import { type IdOperation, idOperationsOf } from './id-fields.ts';
import { creators, openWorld, type World } from './records.ts';
import { tryUse } from './try-use.ts';
import { type Use } from './use.ts';
import { uses } from './uses.ts';

/** Records at the same time. */
const CONCURRENCY = 6;

const keyOf = ({ operation, takes }: Pick<Use, 'operation' | 'takes'>): string =>
  `${operation} ${takes}`;

const isAnswered = ({ refusals = [] }: Use, { status }: Answer): boolean =>
  status < 400 || refusals.includes(status);

/**
 * Tests that every id which a call returns is known to every operation that takes it, although no event has notified
 * the other services of it, in a system that other suites share.
 */
export const freshIdTests = (systemOf: () => TestSystem) => () => {
  let world: World;
  let operations: Map<string, IdOperation>;
  beforeAll(async () => {
    const system = systemOf();
    const all = await idOperationsOf(new Client(system));
    operations = new Map(all.map((operation) => [operation.operationId, operation]));
    world = await openWorld(system);
  }, 60_000);
  afterAll(() => {
    world.close();
  });

  it('has a place in these tests, wherever an operation takes or creates one', () => {
    const taken = [...operations.values()].flatMap(({ operationId: operation, takes }) =>
      takes.map((name) => keyOf({ operation, takes: name })),
    );
    const tested = [...uses.map(keyOf), ...Object.keys(exemptUses)];
    expect([...new Set(tested)].toSorted()).toEqual(taken.toSorted());
    const creating = [...operations.values()].filter(({ creates }) => creates);
    const known = [...Object.keys(creators), ...Object.keys(exemptCreators)];
    expect(known.toSorted()).toEqual(creating.map(({ operationId }) => operationId).toSorted());
  });

  it('is known to every operation that takes it, before any event is consumed', async () => {
    const wrong: string[] = [];
    await mapConcurrent(uses, CONCURRENCY, async (use) => {
      const operation = operations.get(use.operation);
      if (operation === undefined) throw new Error(`There is no operation ${use.operation}`);
      const found = await tryUse(world, use, operation).then(
        (answer) =>
          isAnswered(use, answer) ? '' : `${String(answer.status)} ${JSON.stringify(answer.body)}`,
        String,
      );
      if (found !== '') wrong.push(`${keyOf(use)} after ${use.from}: ${found}`);
    });
    expect(wrong).toEqual([]);
  }, 120_000);
};
