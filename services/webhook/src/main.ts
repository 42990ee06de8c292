import { runService } from '@tributary/service';
import { app } from './app.ts';
import { readWebhookConfig } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => readWebhookConfig(process.env), openDeps, app });
