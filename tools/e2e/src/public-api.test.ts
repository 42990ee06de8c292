import { badInputTests } from './bad-input.ts';
import { paidClickTests } from './paid-clicks.ts';
import { storyTests } from './story.ts';
import { openSystem, type TestSystem } from './system.ts';

/** The suites share one system, because neither changes settings nor kills a process. */
describe('the public API', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await openSystem(11_000, { CLICK_BATCH_MS: '500' });
  }, 180_000);
  afterAll(() => system.close(), 60_000);

  const systemOf = (): TestSystem => system;
  describe('from a click to a paid affiliate', storyTests(systemOf));
  describe('a campaign that pays for clicks', paidClickTests(systemOf));
  describe('bad input', badInputTests(systemOf));
});
