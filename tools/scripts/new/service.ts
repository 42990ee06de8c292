import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFile, insertAfterLast } from './files.ts';
import { addOperation } from './operation.ts';
import * as text from './service-texts.ts';

const CATALOG = 'packages/catalog/src/index.ts';
const ROUTES = 'services/gateway/src/domain/service-routes.ts';

/** The ports after the highest ones in use. */
function nextPorts(root: string): { http: number; ops: number } {
  const catalog = readFileSync(join(root, CATALOG), 'utf8');
  const highest = (kind: string): number =>
    Math.max(
      ...[...catalog.matchAll(new RegExp(`${kind}: (4\\d+)`, 'g'))].map(([, port]) => Number(port)),
    );
  return { http: highest('http') + 1, ops: highest('ops') + 1 };
}

/** A line or block that a new service needs in an existing file, after the last match of a pattern. */
type Entry = readonly [path: string, after: RegExp, text: string];

const URL_LINE = /^ {2}[A-Z]+_URL: http:\/\/[a-z]+:41\d\d$/;
const SECRET = /^ {2}- name: analytics\n {4}envs: .*$/;
const IMAGE = /^ {2}- name: tributary\/analytics(?:\n {4}.*)+$/;

function codeEntries(root: string, service: text.NewService): readonly Entry[] {
  const { name } = service;
  const [documentParts = ''] = globSync('services/gateway/src/**/document-parts.ts', { cwd: root });
  return [
    [CATALOG, /^ {2}\S+: \{ http: .*\},$/, text.catalogLine(service)],
    ['services/gateway/src/domain/routed-service.ts', /^ {2}'[a-z]+',$/, `\n  '${name}',`],
    [ROUTES, /^const \w+ = to\('[a-z]+'\);$/, `\nconst ${name} = to('${name}');`],
    [ROUTES, /^ {2}\w+\('\/.*\),$/, `\n\n  ${name}('/api/${name}'),`],
    [
      documentParts,
      /^ {2}\{ name: '(?!gateway)[a-z]+', description: .*\},$/,
      `\n  { name: '${name}', description: 'Describe the area' },`,
    ],
    ['CODEOWNERS', /^\/services\/.*$/, `\n${`/services/${name}/`.padEnd(25)} @tributary/${name}`],
  ];
}

function deploymentEntries(service: text.NewService): readonly Entry[] {
  const { name } = service;
  const image = `\n  - name: tributary/${name}\n`;
  return [
    ['docker-compose.yml', URL_LINE, `\n  ${text.urlLine(service)}`],
    ['docker-compose.yml', /^ {2}analytics:\n(?: {4}.*\n)+/, text.composeBlock(service)],
    ['deploy/base/config.yaml', URL_LINE, `\n  ${text.urlLine(service)}`],
    ['deploy/base/kustomization.yaml', /^ {2}- analytics$/, `\n  - ${name}`],
    ['deploy/base/kustomization.yaml', /^ {2}- analytics-worker$/, `\n  - ${name}-worker`],
    ['deploy/overlays/dev/kustomization.yaml', IMAGE, `${image}    newTag: '0.1.0'`],
    [
      'deploy/overlays/production/kustomization.yaml',
      IMAGE,
      `${image}    digest: sha256:written-by-release`,
    ],
    ['deploy/overlays/dev/kustomization.yaml', SECRET, text.secretEntry(name)],
    ['deploy/overlays/production/kustomization.yaml', SECRET, text.secretEntry(name)],
  ];
}

/**
 * Adds a service with one operation, and its entries in the catalog of ports, the gateway's routes, the API
 * document, compose, Kubernetes and CODEOWNERS.
 */
export function addService(root: string, name: string): void {
  if (!/^[a-z]+$/.test(name)) throw new Error('a service is named by one lower-case word');
  const folder = `services/${name}`;
  if (existsSync(join(root, folder))) throw new Error(`${folder} exists already`);
  const service = { name, ...nextPorts(root) };

  createFile(root, `${folder}/package.json`, text.packageJson(name));
  createFile(root, `${folder}/README.md`, text.readme(name));
  createFile(root, `${folder}/src/main.ts`, text.main(name));
  createFile(root, `${folder}/src/config.ts`, text.config(name));
  createFile(root, `${folder}/src/deps.ts`, text.deps());
  createFile(root, `${folder}/src/app.ts`, text.app(name));
  addOperation(root, { service: name, operationId: `get${text.pascalCase(name)}Status` });
  createFile(root, `deploy/base/${name}/kustomization.yaml`, text.kustomization(service));
  const worker = text.workerKustomization(service);
  createFile(root, `deploy/base/${name}-worker/kustomization.yaml`, worker);
  createFile(root, `deploy/overlays/dev/secrets/${name}.env`, text.developmentSecrets());
  createFile(root, `deploy/overlays/production/secrets/${name}.env`, text.productionSecrets());
  for (const entry of [...codeEntries(root, service), ...deploymentEntries(service)]) {
    insertAfterLast(root, ...entry);
  }
}
