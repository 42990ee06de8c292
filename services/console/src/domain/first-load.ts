/** The built scripts, by path under `/console/`. */
interface Scripts {
  readonly names: readonly string[];
  find(path: string): { readonly plain: Buffer; readonly compressed: Buffer } | undefined;
}

/** Imports that are always loaded; those by `import()` are loaded later. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

const importsOf = (source: string): string[] =>
  [...source.matchAll(STATIC_IMPORT)].map(([, name = '']) => `assets/${name}`);

/**
 * The compressed bytes of all scripts that a visit loads at once: the entry, the chunks of these names, and what they
 * import. Of several chunks of a name, all count.
 */
export function firstLoad(scripts: Scripts, chunks: readonly string[]): number {
  const bytesFrom = (starts: readonly string[]): number => {
    const loaded = new Set<string>();
    const queue = [...starts];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      const script = scripts.find(path);
      if (loaded.has(path) || script === undefined) continue;
      loaded.add(path);
      queue.push(...importsOf(script.plain.toString()));
    }
    const sizes = [...loaded].map((path) => scripts.find(path)?.compressed.length ?? 0);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const entry = scripts.names.filter((name) => /^assets\/index-[\w-]+\.js$/.test(name));
  const own = scripts.names.filter((name) =>
    chunks.some((one) => name.startsWith(`assets/${one}-`)),
  );
  return bytesFrom([...entry, ...own]);
}
