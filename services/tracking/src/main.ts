import { findHostingRangesFile } from '@tributary/networks';
import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readTrackingConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { findCountryFile } from './clients/geo-location.ts';

const defaults = {
  COUNTRY_FILE: findCountryFile(import.meta.url),
  HOSTING_RANGES_FILE: findHostingRangesFile(),
};
await runService({
  config: () => readTrackingConfig({ ...defaults, ...process.env }),
  openDeps,
  app,
});
