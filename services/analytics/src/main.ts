import { findFonts, runService } from '@tributary/service';
import { app } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { openDeps } from './deps.ts';

const fonts = findFonts(import.meta.url);
await runService({
  config: () => readAnalyticsConfig(process.env),
  openDeps: (config, platform) => openDeps(config, platform, fonts),
  app,
});
