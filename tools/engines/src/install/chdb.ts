import { join } from 'node:path';
import { lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';
import { fillOnce } from './cached-folder.ts';

/** ClickHouse 26.7 as a library of Node.js, whose packages run nothing at their install. */
const VERSION = '3.4.0';

/**
 * The folder in whose `node_modules` chdb is, in the cache, downloaded at first: 550 MB, so that no one has it who
 * does not need it. Throws EngineError.
 */
export const findChdb = (cache: string, log: (line: string) => void): Promise<string> =>
  fillOnce(join(cache, `chdb-${VERSION}`), async (scratch) => {
    log(`downloading chdb ${VERSION} (550 MB)`);
    const flags = ['--prefix', scratch, '--ignore-scripts', '--no-audit', '--no-fund'];
    const got = await run('npm', ['install', ...flags, `chdb@${VERSION}`]);
    if (got.code !== 0) {
      throw new EngineError(
        `npm could not install chdb: ${lastLine(got.output)}`,
        'check the network; it is there for Linux with glibc and macOS, on x64 and ARM',
      );
    }
  });
