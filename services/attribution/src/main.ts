import { runService } from '@tributary/service';
import { app } from './app.ts';
import { findHostingRangesFile } from '@tributary/networks';
import { readAttributionConfig } from './config.ts';
import { openDeps } from './deps.ts';

const defaults = { HOSTING_RANGES_FILE: findHostingRangesFile() };
await runService({
  config: () => readAttributionConfig({ ...defaults, ...process.env }),
  openDeps,
  app,
});
