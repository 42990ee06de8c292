import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readNotificationConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readNotificationConfig(process.env), openDeps, app });
