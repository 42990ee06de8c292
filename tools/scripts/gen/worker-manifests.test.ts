import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { opsPortOf, storingServices } from '@tributary/catalog';
import { parse } from 'yaml';

interface Operation {
  readonly path: string;
  readonly value: unknown;
}
interface Kustomization {
  readonly resources: readonly string[];
  readonly patches: readonly {
    readonly target: { readonly kind?: string };
    readonly patch: string;
  }[];
}

const base = join(import.meta.dirname, '../../../deploy/base');
const read = (folder: string): Kustomization =>
  parse(readFileSync(join(base, folder, 'kustomization.yaml'), 'utf8')) as Kustomization;

const CONTAINER = '/spec/template/spec/containers/0';

/** What a folder adds to the Deployment of the template, by its path. */
function operationsOf(folder: string): readonly Operation[] {
  const patch = read(folder).patches.find(({ target }) => target.kind === 'Deployment')?.patch;
  return parse(patch ?? '[]') as Operation[];
}

const added = (folder: string, path: string): readonly unknown[] =>
  operationsOf(folder)
    .filter((operation) => operation.path === CONTAINER + path)
    .map(({ value }) => value);

describe('the manifests of workers', () => {
  it.each(storingServices)(
    'give the worker of %s the image, the secrets and the settings of its edge, and its own port',
    (service) => {
      const worker = `${service}-worker`;
      for (const path of ['/image', '/envFrom/-', '/env/-']) {
        expect(added(worker, path)).toEqual(added(service, path));
      }
      const ops = { name: 'ops', containerPort: opsPortOf(service, 'worker') };
      expect(added(worker, '/ports')).toEqual([[ops]]);
      expect(read(worker).resources).toEqual(['../worker']);
      expect(read('.').resources).toContain(worker);
    },
  );

  it('make workers of the template, which is that of an edge', () => {
    const text = readFileSync(join(base, 'service/deployment.yaml'), 'utf8');
    const template = parse(text) as {
      spec: { template: { spec: { containers: readonly { env: readonly unknown[] }[] } } };
    };
    expect(template.spec.template.spec.containers[0]?.env).toEqual([
      { name: 'ROLE', value: 'edge' },
    ]);
    expect(operationsOf('worker')).toContainEqual({
      op: 'replace',
      path: `${CONTAINER}/env/0/value`,
      value: 'worker',
    });
  });
});
