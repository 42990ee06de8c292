import { giveBadInput } from './bad-input.ts';
import { tellStory } from './story.ts';
import { openSystem, type TestSystem } from './system.ts';

/** Neither needs settings of its own nor ends a process, so that one system does for both. */
describe('the public API', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await openSystem(11_000);
  }, 180_000);
  afterAll(() => system.close(), 60_000);

  const systemOf = (): TestSystem => system;
  describe('from a click to a paid affiliate', tellStory(systemOf));
  describe('bad input', giveBadInput(systemOf));
});
