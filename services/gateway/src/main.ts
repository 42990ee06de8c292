import { configOrExit, openLog, runProcess } from '@tributary/service/edge';
import { readGatewayConfig } from './config.ts';
import { findDocsScript } from './features/get-docs-script/docs-script-file.ts';
import { startGateway } from './workflows/http-server.ts';

const config = configOrExit(() => readGatewayConfig(process.env));
await runProcess({
  log: openLog(config.service, config.logLevel),
  graceMs: config.shutdownGraceMs,
  start: () => startGateway(config, findDocsScript(import.meta.url)),
});
