import { type Browser } from 'playwright-core';
import { openChromium } from '../browser/chromium.ts';
import { closeStage, openStage, type Stage } from '../console/stage.ts';
import { smokeStories } from '../console/stories.ts';
import { sharedSystem } from '../shared-system.ts';

let browser: Browser;
let stage: Stage;
beforeAll(async () => {
  browser = await openChromium((line) => process.stdout.write(`${line}\n`));
  stage = await openStage(sharedSystem(), browser);
});
afterAll(async () => {
  await closeStage(stage);
  await browser.close();
});

/** The other stories of the console run by `npm run tool -- console-stories`. */
describe('the console in Chromium', () => {
  it.each(smokeStories)('$title', ({ run }) => run(stage));

  it('has no error of a script, and nothing that its security policy refuses', () => {
    const { brand, affiliate } = stage;
    expect([...brand.errors, ...affiliate.errors]).toEqual([]);
  });
});
