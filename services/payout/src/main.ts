import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readPayoutConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readPayoutConfig(process.env), openDeps, app });
