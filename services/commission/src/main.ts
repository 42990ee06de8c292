import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readCommissionConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readCommissionConfig(process.env), openDeps, app });
