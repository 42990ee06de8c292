import { configOrExit, openLog, runProcess } from '@tributary/service/edge';
import { startConsole } from './app.ts';
import { readConsoleConfig } from './config.ts';

const config = configOrExit(() => readConsoleConfig(process.env));
await runProcess({
  service: config.service,
  log: openLog(config.service, config.logLevel),
  graceMs: config.shutdownDrainMs + config.shutdownGraceMs,
  start: () => startConsole(config),
});
