/** The plan of a service's folder, as rules over its files. docs/architecture.md describes it. */

export interface SourceFile {
  /** Relative to the service's `src`. */
  readonly path: string;
  readonly text: string;
}

const ROOT_FILES = ['main.ts', 'app.ts', 'config.ts', 'config.test.ts', 'deps.ts'];

const ROOMS = ['domain', 'features', 'workflows', 'clients', 'store', 'views', 'cli', 'testing'];

/** Files that may take everything a service is composed of; all others name what they use. */
const TAKES_ALL_DEPS =
  /^(app|main|deps)\.ts$|^(cli|testing)\/|\.(route|rpc|consumer|worker|schedule|test)\.ts$/;

export const kebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

function placeProblems({ path }: SourceFile): string[] {
  const [room = '', ...rest] = path.split('/');
  if (rest.length === 0) {
    return ROOT_FILES.includes(room) ? [] : ['only main, app, config and deps stand at the root'];
  }
  if (!ROOMS.includes(room)) return [`${room}/ is no folder of the plan (${ROOMS.join(', ')})`];
  if (room === 'features' && rest.length === 1) return ['a feature is a folder, not a file'];
  return [];
}

const operationIdsOf = (text: string): string[] =>
  [...text.matchAll(/\boperationId: '(\w+)'/g)].map(([, id = '']) => id);

function routeProblems({ path, text }: SourceFile): string[] {
  if (!path.startsWith('features/') || !path.endsWith('.route.ts')) return [];
  const ids = operationIdsOf(text);
  const [id = ''] = ids;
  if (ids.length !== 1) return [`a route file declares one operationId, this one ${ids.length}`];
  const wanted = `features/${kebabCase(id)}/${kebabCase(id)}.route.ts`;
  return path === wanted ? [] : [`the operation ${id} belongs into ${wanted}`];
}

function dependencyProblems({ path, text }: SourceFile): string[] {
  if (TAKES_ALL_DEPS.test(path) || !/:\s*Deps\b(?!\[)/.test(text)) return [];
  return ['names what it uses of Deps: Pick<Deps, …> or an interface of its own'];
}

/** Operations that several files declare: a generated client could call only one of them. */
export function duplicateOperations(files: readonly SourceFile[]): string[] {
  const fileOf = new Map<string, string>();
  return files.flatMap(({ path, text }) =>
    operationIdsOf(text).flatMap((id) => {
      const other = fileOf.get(id);
      fileOf.set(id, path);
      return other === undefined ? [] : [`${path}: ${other} declares the operation ${id} too`];
    }),
  );
}

/** What is wrong with a file's place and signatures, one sentence each. */
export const layoutProblems = (file: SourceFile): string[] => [
  ...placeProblems(file),
  ...routeProblems(file),
  ...dependencyProblems(file),
];
