/**
 * Runs the stories of the console in a real Chromium, and keeps a screenshot of every page in both themes and at the width of a phone.
 * `npm run tool -- console-stories [--out .engines/console] [--only WORDS] [--pages WORDS]`: on a separate system; installs
 * Debian's Chromium where it is missing. `--only` runs the first stories and those whose title has the words, `--pages`
 * keeps screenshots of the paths that have them. Exit code 1 where a story fails or axe finds a barrier.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { openChromium } from '../browser/chromium.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';
import { pagesOf, recordPagesOf } from '../console/pages.ts';
import { closeStage, openStage, type Stage } from '../console/stage.ts';
import { stories } from '../console/stories.ts';
import { type Visitor } from '../console/visitor.ts';
import { firstStories } from '../console/stories/first.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { out: text, only: text, pages: text } });
const { only = '', pages = '' } = values;
const out = values.out ?? join(repositoryRoot(), '.engines/console');
mkdirSync(out, { recursive: true });

/** Each page in both themes, and at the width of a phone. */
const VIEWS = [
  { theme: 'light', size: 'wide', width: 1280 },
  { theme: 'dark', size: 'wide', width: 1280 },
  { theme: 'light', size: 'phone', width: 390 },
] as const;

/** Photographs a page in each view; returns how many barriers axe finds. */
async function photographPage(visitor: Visitor, path: string, name: string): Promise<number> {
  let barriers = 0;
  for (const { theme, size, width } of VIEWS) {
    await visitor.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await visitor.page.setViewportSize({ width, height: 900 });
    await visitor.visit(path);
    const file = `${name}-${theme}-${size}.png`;
    await visitor.page.screenshot({ path: join(out, file), fullPage: true });
    for (const violation of await visitor.violations()) {
      barriers += 1;
      print(`${file}: ${violation}`);
    }
  }
  return barriers;
}

async function photograph(stage: Stage): Promise<number> {
  let barriers = 0;
  for (const [path, name] of await recordPagesOf(stage)) {
    if (path.includes(pages)) barriers += await photographPage(stage.brand, path, name);
  }
  for (const [person, paths] of Object.entries(pagesOf)) {
    const visitor = stage[person as keyof typeof pagesOf];
    for (const path of paths.filter((one) => one.includes(pages))) {
      barriers += await photographPage(visitor, path, `${person}${path.replaceAll(/[/?=]/g, '_')}`);
    }
    for (const error of visitor.errors) {
      barriers += 1;
      print(`${person}: ${error}`);
    }
  }
  return barriers;
}

/** What everybody sees where a story has failed. */
async function photographPeople(stage: Stage, name: string): Promise<void> {
  for (const person of ['brand', 'affiliate', 'operator'] as const)
    await stage[person].page.screenshot({ path: join(out, `${name}-${person}.png`) });
}

const chosen = stories.filter(
  (story) => firstStories.includes(story) || story.title.includes(only),
);

await withOwnSystem({ RATE_LIMIT_API_PER_MINUTE: '0' }, async (system) => {
  const browser = await openChromium(print);
  const stage = await openStage(system, browser);
  let failed = 0;
  for (const { title, run } of chosen) {
    const started = performance.now();
    try {
      await run(stage);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      print(`ok      ${title} (${seconds} s)`);
    } catch (error) {
      failed += 1;
      print(`FAILED  ${title}\n${String(error)}`);
      await photographPeople(stage, `failed-${failed}`);
    }
  }
  failed += await photograph(stage);
  await closeStage(stage);
  await browser.close();
  print(`${chosen.length} stories, ${failed} faults; screenshots in ${out}`);
  process.exitCode = failed === 0 ? 0 : 1;
});
