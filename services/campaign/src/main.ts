import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readCampaignConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readCampaignConfig(process.env), openDeps, app });
