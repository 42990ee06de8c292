import { findProgram } from '../command.ts';
import { EngineError } from '../errors.ts';
import { canInstallByApt, installByApt } from './apt.ts';

type Log = (line: string) => void;

/** @returns a function that finds the first of these programs on PATH, else installs the package by apt. */
const findOrInstall =
  (debianPackage: string, programs: readonly string[]) =>
  /** Throws EngineError with the way to install it. */
  async (log: Log): Promise<string> => {
    const find = (): string | undefined => programs.map((name) => findProgram(name)).find(Boolean);
    if (find() === undefined && canInstallByApt()) await installByApt([debianPackage], log);
    const installed = find();
    if (installed !== undefined) return installed;
    throw new EngineError(
      `${programs.join(' or ')} is missing on PATH`,
      `sudo apt-get install ${debianPackage}`,
    );
  };

export const findPhp = findOrInstall('php-cli', ['php']);

/** Chromium, or a browser that is built of it. */
export const findChromium = findOrInstall('chromium', [
  'chromium',
  'chromium-browser',
  'google-chrome',
]);
