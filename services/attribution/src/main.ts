import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readAttributionConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readAttributionConfig(process.env), openDeps, app });
