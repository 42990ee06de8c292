/** A built file by the manifest of the build: its name, and the sources that are always loaded with it. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The built files by the sources that they start with. */
export type Manifest = Readonly<Record<string, Chunk>>;

/**
 * The bytes of all scripts that a visit loads at once: those of these sources, and what they import; imports by
 * `import()` are loaded later.
 * @param sizeOf the compressed bytes of a file
 */
export function firstLoad(
  manifest: Manifest,
  sources: readonly string[],
  sizeOf: (file: string) => number,
): number {
  const loaded = new Set<string>();
  const queue = [...sources];
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    const chunk = manifest[source];
    if (loaded.has(source) || chunk === undefined) continue;
    loaded.add(source);
    queue.push(...(chunk.imports ?? []));
  }
  const sizes = [...loaded].map((source) => sizeOf(manifest[source]?.file ?? ''));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const ENTRY = 'index.html';
const SHELL = 'src/shell/shell.tsx';
const PAGE = /^src\/pages\/(.+)\.tsx$/;

/** The pages of a build, and the sources that the first visit of each loads. A form opens in a dialog, and is no page. */
export const pagesOf = (manifest: Manifest): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.keys(manifest).flatMap((source) => {
      const name = PAGE.exec(source)?.[1];
      if (name === undefined || name.endsWith('-form')) return [];
      const around = name.startsWith('auth/') ? [ENTRY] : [ENTRY, SHELL];
      return [[name, [...around, source]] as const];
    }),
  );
