import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { findFonts } from './exports/fonts.ts';

const fonts = findFonts(import.meta.url);
await runService({
  config: () => readAnalyticsConfig(process.env),
  openDeps: (config, platform) => openDeps(config, platform, fonts),
  app,
});
