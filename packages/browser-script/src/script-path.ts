import { z } from 'zod';

/** Where the platform serves the script, and beside it what the script calls. */
const PLATFORM_FOLDER = '/t/';
const PLATFORM_FILE = 'main.js';
export const PLATFORM_PATH = `${PLATFORM_FOLDER}${PLATFORM_FILE}`;

/** The calls of the script, the module of its test mode, and its versions. */
const BESIDE = /^(v|o|k|test\.js|\d+\.\d+\.\d+\.js)$/;

/** The setting of the operator's own path; the same in tracking, which prints it, and in the gateway, which serves it. */
export const scriptPath = z
  .string()
  .regex(
    /^(\/[\w-]+)+\/[\w-]+\.js$/,
    'must be a path of a folder and a file, such as /assets/shop.js',
  )
  .refine((path) => !/^\/(api|r|creatives|docs|account)\//.test(path), 'is a path of the API')
  .default(PLATFORM_PATH)
  .describe(
    'The path of the script of shops’ pages, in a folder of its own. Its versions and what it calls are beside it. The same in tracking and in the gateway.',
  );

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * The platform's path for a path beside the operator's script; other paths stay as they are.
 * @param path without a query
 */
export function platformPathOf(path: string, operatorsPath: string): string {
  const folder = folderOf(operatorsPath);
  if (!path.startsWith(folder)) return path;
  if (path === operatorsPath) return PLATFORM_PATH;
  const name = path.slice(folder.length);
  return BESIDE.test(name) ? `${PLATFORM_FOLDER}${name}` : path;
}

/** The operator's path of a file beside the script. */
export const pathBeside = (operatorsPath: string, name: string): string =>
  `${folderOf(operatorsPath)}${name}`;
