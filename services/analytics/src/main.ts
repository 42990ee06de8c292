import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readAnalyticsConfig(process.env), openDeps, app });
