import { badInputTests } from './bad-input.ts';
import { storyTests } from './story.ts';
import { openSystem, type TestSystem } from './system.ts';

/** Both suites share one system, because neither changes settings nor kills a process. */
describe('the public API', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await openSystem(11_000);
  }, 180_000);
  afterAll(() => system.close(), 60_000);

  const systemOf = (): TestSystem => system;
  describe('from a click to a paid affiliate', storyTests(systemOf));
  describe('bad input', badInputTests(systemOf));
});
