import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readIdentityConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readIdentityConfig(process.env), openDeps, app });
