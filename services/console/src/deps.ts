import { openLog, openMetrics } from '@tributary/service/edge';
import { openAppFiles } from './clients/app-files.ts';
import { readLogo } from './clients/logo-file.ts';
import { type Config } from './config.ts';
import { brandOf } from './domain/brand.ts';

/** The composition root of the console. @throws where the pages are not built or the logo is missing */
export async function openDeps(config: Config, folder?: string) {
  const logo = await readLogo(config.CONSOLE_LOGO_FILE);
  return {
    config,
    log: openLog(config.service, config.logLevel),
    metrics: openMetrics(config.service, 'edge'),
    files: await openAppFiles(folder),
    logo,
    brand: brandOf(config, logo !== undefined),
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
