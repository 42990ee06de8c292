import { readFileSync } from 'node:fs';

/** The domains of a file, one a line, in lower case. Throws where the file cannot be read, so that a wrong setting shows at start. */
export const readDomains = (file: string | undefined): ReadonlySet<string> =>
  new Set(
    file === undefined
      ? []
      : readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => line.trim().toLowerCase())
          .filter((line) => line !== '' && !line.startsWith('#')),
  );
