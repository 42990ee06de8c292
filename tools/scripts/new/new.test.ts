import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { catalog, serviceIds } from '@tributary/catalog';
import { layoutProblems } from '../check/layout.ts';
import { addOperation } from './operation.ts';
import { addService } from './service.ts';

const repository = join(import.meta.dirname, '../../..');
const CHANGED = [
  'packages/catalog/src/index.ts',
  'services/gateway/src/**/{routed-service,service-routes,document-parts}.ts',
  'docker-compose.yml',
  'deploy/**/{kustomization,config}.yaml',
  'CODEOWNERS',
];

describe('a new service', () => {
  let root: string;
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'new-'));
    for (const path of globSync(CHANGED, { cwd: repository })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(repository, path), join(root, path));
    }
    addService(root, 'loyalty');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('follows the plan of folders, and so does a new operation in it', () => {
    addOperation(root, {
      service: 'loyalty',
      operationId: 'listRewards',
      path: '/api/loyalty/rewards',
    });
    const source = join(root, 'services/loyalty/src');
    const files = globSync('**/*.ts', { cwd: source });
    expect(files).toContain('features/list-rewards/list-rewards.route.ts');
    const problems = files.flatMap((path) =>
      layoutProblems({ path, text: readFileSync(join(source, path), 'utf8') }),
    );
    expect(problems).toEqual([]);
    expect(read('services/loyalty/src/app.ts')).toMatch(/listRewardsRoute\(deps\),/);
  });

  it('gets ports of its own and is known to the gateway, compose, Kubernetes and CODEOWNERS', () => {
    const { http, ops } = catalog[serviceIds.at(-1) ?? 'gateway'];
    const ports = `{ http: ${String(http + 1)}, ops: ${String(ops + 1)} }`;
    expect(read('packages/catalog/src/index.ts')).toContain(`loyalty: ${ports}`);
    expect(read('services/gateway/src/domain/service-routes.ts')).toContain(
      "loyalty('/api/loyalty')",
    );
    expect(read('docker-compose.yml')).toContain(`LOYALTY_URL: http://loyalty:${String(http + 1)}`);
    expect(read('deploy/base/kustomization.yaml')).toContain('- loyalty\n');
    expect(read('deploy/base/kustomization.yaml')).toContain('- loyalty-worker\n');
    expect(read('deploy/base/loyalty-worker/kustomization.yaml')).toContain(
      'value: loyalty-worker',
    );
    expect(read('deploy/overlays/production/kustomization.yaml')).toContain('secrets/loyalty.env');
    expect(read('deploy/overlays/production/secrets/loyalty.env')).toContain(
      'SERVICE_PRIVATE_KEY=',
    );
    expect(read('CODEOWNERS')).toContain('/services/loyalty/');
  });

  it('is refused where the name is taken or is no single word', () => {
    expect(() => addService(root, 'loyalty')).toThrow('exists already');
    expect(() => addService(root, 'two-words')).toThrow('one lower-case word');
  });
});
