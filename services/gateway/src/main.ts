import { configOrExit, openLog, runProcess } from '@tributary/service/edge';
import { startGateway } from './app.ts';
import { readGatewayConfig } from './config.ts';

const config = configOrExit(() => readGatewayConfig(process.env));
await runProcess({
  service: config.service,
  log: openLog(config.service, config.logLevel),
  graceMs: config.shutdownDrainMs + config.shutdownGraceMs,
  start: () => startGateway(config),
});
