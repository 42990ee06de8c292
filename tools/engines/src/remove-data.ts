import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engineConfig } from './config.ts';
import { forgetKinds } from './engine-kinds.ts';
import { dockerAnswers, removeComposeData } from './docker.ts';
import { claimRunDirectory } from './run-directory.ts';

/**
 * Forgets everything stored under the folder, and in the compose file's volumes where Docker would be
 * used. Throws EngineError while another run uses the folder.
 */
export const removeData = async (directory: string, log: (line: string) => void): Promise<void> => {
  const releases = [];
  for (const kind of ['engines', 'services']) {
    releases.push(await claimRunDirectory(join(directory, 'run', kind), log));
  }
  rmSync(join(directory, 'data'), { recursive: true, force: true });
  forgetKinds(directory);
  for (const release of releases) release();
  if (engineConfig().choice !== 'native' && (await dockerAnswers())) await removeComposeData();
};
