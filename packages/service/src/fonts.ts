import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Fonts {
  readonly regular: string;
  readonly bold: string;
}

/**
 * The font files for documents, which cover Latin, Greek and Cyrillic letters: beside the bundled
 * program, where the build puts them (`assets.json`), otherwise in their package.
 * @param mainUrl `import.meta.url` of the program
 */
export function findFonts(mainUrl: string): Fonts {
  const shipped = join(dirname(fileURLToPath(mainUrl)), 'assets');
  if (existsSync(join(shipped, 'DejaVuSans.ttf'))) return fontsIn(shipped);
  return fontsIn(
    join(dirname(createRequire(mainUrl).resolve('dejavu-fonts-ttf/package.json')), 'ttf'),
  );
}

const fontsIn = (folder: string): Fonts => ({
  regular: join(folder, 'DejaVuSans.ttf'),
  bold: join(folder, 'DejaVuSans-Bold.ttf'),
});
