import { findProgram } from '../command.ts';
import { EngineError } from '../errors.ts';
import { canInstallByApt, installByApt } from './apt.ts';

/** php on PATH, else installed by apt. Throws EngineError with the way to install it. */
export const findPhp = async (log: (line: string) => void): Promise<string> => {
  const find = (): string | undefined => findProgram('php');
  if (find() === undefined && canInstallByApt()) await installByApt(['php-cli'], log);
  const installed = find();
  if (installed !== undefined) return installed;
  throw new EngineError('PHP is missing: no php on PATH', 'sudo apt-get install php-cli');
};
