import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readTrackingConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readTrackingConfig(process.env), openDeps, app });
