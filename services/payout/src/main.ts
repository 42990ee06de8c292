import { findFonts, runService } from '@tributary/service';
import { app } from './app.ts';
import { readPayoutConfig } from './config.ts';
import { openDeps } from './deps.ts';

const fonts = findFonts(import.meta.url);
await runService({
  config: () => readPayoutConfig(process.env),
  openDeps: (config, platform) => openDeps(config, platform, fonts),
  app,
});
