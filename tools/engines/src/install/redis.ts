import { findProgram } from '../command.ts';
import { EngineError } from '../errors.ts';
import { canInstallByApt, disableService, installByApt } from './apt.ts';

/** redis-server on PATH, else installed by apt. Throws EngineError with the way to install it. */
export const findRedisServer = async (log: (line: string) => void): Promise<string> => {
  const found = findProgram('redis-server');
  if (found !== undefined) return found;
  if (canInstallByApt()) {
    await installByApt(['redis-server'], log);
    await disableService('redis-server');
  }
  const installed = findProgram('redis-server');
  if (installed !== undefined) return installed;
  throw new EngineError(
    'Redis is missing: no redis-server on PATH',
    'sudo apt-get install redis-server (macOS: brew install redis), or set REDIS_URL',
  );
};
