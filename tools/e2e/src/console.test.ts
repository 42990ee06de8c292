import { type Browser } from 'playwright-core';
import { openChromium } from './browser/chromium.ts';
import { closeStage, openStage, type Stage } from './console/stage.ts';
import { firstStories } from './console/stories/first.ts';
import { moneyStories } from './console/stories/money.ts';
import { openSystem, type TestSystem } from './system.ts';

/** From the sign-in to a reviewed order; `npm run tool -- console-stories` runs all stories, and looks at every page. */
const chosen = [...firstStories, ...moneyStories.slice(0, 1)];

let system: TestSystem;
let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  system = await openSystem({ RATE_LIMIT_API_PER_MINUTE: '0' });
  browser = await openChromium((line) => void process.stdout.write(`${line}\n`));
  stage = await openStage(system, browser);
}, 300_000);

afterAll(async () => {
  await closeStage(stage);
  await browser.close();
  await system.close();
}, 60_000);

describe('the console in Chromium', () => {
  it.each(chosen)('$title', ({ run }) => run(stage), 120_000);

  it('reports no error and breaks no rule of its security policy', () => {
    const people = [stage.brand, stage.affiliate, stage.operator, stage.visitor];
    expect(people.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
