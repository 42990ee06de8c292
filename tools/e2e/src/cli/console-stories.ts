/**
 * Runs the stories of the console in a real Chromium, and keeps a screenshot of every page in both themes and at the width of a phone.
 * `npm run tool -- console-stories [--out .engines/console]`: on a separate system; installs Debian's Chromium where it
 * is missing. Exit code 1 where a story fails or axe finds a barrier.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '@tributary/engines';
import { openChromium } from '../browser/chromium.ts';
import { print } from '../chaos/report.ts';
import { withOwnSystem } from '../chaos/with-own-system.ts';
import { pagesOf } from '../console/pages.ts';
import { closeStage, openStage, type Stage, stories } from '../console/stories.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? join(repositoryRoot(), '.engines/console');
mkdirSync(out, { recursive: true });

const WIDTHS = { wide: 1280, phone: 390 } as const;

async function photograph(stage: Stage): Promise<number> {
  let barriers = 0;
  for (const [person, paths] of Object.entries(pagesOf)) {
    const visitor = stage[person as keyof typeof pagesOf];
    for (const path of paths) {
      for (const theme of ['light', 'dark'] as const) {
        await visitor.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        for (const [size, width] of Object.entries(WIDTHS)) {
          await visitor.page.setViewportSize({ width, height: 900 });
          await visitor.visit(path);
          const name = `${person}${path.replaceAll(/[/?=]/g, '_')}-${theme}-${size}.png`;
          await visitor.page.screenshot({ path: join(out, name) });
          for (const violation of await visitor.violations()) {
            barriers += 1;
            print(`${name}: ${violation}`);
          }
        }
      }
    }
  }
  return barriers;
}

await withOwnSystem({ RATE_LIMIT_API_PER_MINUTE: '0' }, async (system) => {
  const browser = await openChromium(print);
  const stage = await openStage(system, browser);
  let failed = 0;
  for (const { title, run } of stories) {
    try {
      await run(stage);
      print(`ok      ${title}`);
    } catch (error) {
      failed += 1;
      print(`FAILED  ${title}\n${String(error)}`);
    }
  }
  failed += await photograph(stage);
  await closeStage(stage);
  await browser.close();
  print(`screenshots in ${out}`);
  process.exitCode = failed === 0 ? 0 : 1;
});
