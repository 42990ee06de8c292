/** The texts of a new service's files and entries. */

export interface NewService {
  readonly name: string;
  readonly http: number;
  readonly ops: number;
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const packageJson = (name: string): string => `${JSON.stringify(
  {
    name: `@tributary/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    dependencies: { '@tributary/service': 'workspace:*', zod: 'catalog:' },
  },
  null,
  2,
)}
`;

export const readme = (name: string): string => `# ${name}

What the service is for, in one sentence.

## Owns

Nothing yet.

## Publishes

Nothing yet.

## Consumes

Nothing yet.

## Serves

\`GET /api/${name}/get-${name}-status\`; see [endpoints](../../docs/endpoints.md).

## Calls

Nothing yet.

## Stores

Nothing yet.

## How it fails

Nothing yet.

## Settings

The common ones; see [settings](../../docs/settings.md).

## Run and test

\`node services/${name}/src/main.ts\`; \`npm test -- services/${name}\`.
`;

export const main = (name: string): string => `import { runService } from '@tributary/service';
import { app } from './app.ts';
import { read${pascalCase(name)}Config } from './config.ts';
import { openDeps } from './deps.ts';

await runService({ config: () => read${pascalCase(name)}Config(process.env), openDeps, app });
`;

export const config = (
  name: string,
): string => `import { defineSettings, readConfig } from '@tributary/service';

export const settings = defineSettings('${name}', {});

/** @throws ConfigError naming every variable that is missing or wrong */
export const read${pascalCase(name)}Config = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(settings, env);

export type Config = ReturnType<typeof read${pascalCase(name)}Config>;
`;

export const deps = (): string => `import { type Platform } from '@tributary/service';
import { type Config } from './config.ts';

/** Opens what the features use. */
export function openDeps(config: Config, { clock, log }: Platform) {
  return Promise.resolve({ config, clock, log, close: () => Promise.resolve() });
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
`;

export const app = (name: string): string => `import { type App } from '@tributary/service';
import { type Deps } from './deps.ts';

/** Everything that ${name} serves and consumes. */
export const app = (deps: Deps): App => ({
  routes: [
  ],
});
`;

export const catalogLine = ({ name, http, ops }: NewService): string =>
  `\n  ${name}: { http: ${String(http)}, ops: ${String(ops)} },`;

const variable = (name: string): string => `${name.toUpperCase()}_URL`;

export const urlLine = ({ name, http }: NewService): string =>
  `${variable(name)}: http://${name}:${String(http)}`;

export const composeBlock = ({ name, ops }: NewService): string => `
  ${name}:
    <<: *service
    build: { context: ., args: { SERVICE: ${name} } }
    image: tributary/${name}
    healthcheck:
      test:
        [
          'CMD',
          'node',
          '-e',
          "fetch('http://127.0.0.1:${String(ops)}/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))",
        ]
      <<: *health
`;

export const kustomization = ({
  name,
  http,
  ops,
}: NewService): string => `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../service
labels:
  - pairs:
      app.kubernetes.io/name: ${name}
    includeSelectors: true
    includeTemplates: true
patches:
  - target: { name: service }
    options: { allowNameChange: true }
    patch: |-
      - { op: replace, path: /metadata/name, value: ${name} }
  - target: { kind: Deployment }
    patch: |-
      - { op: add, path: /spec/template/metadata/annotations/prometheus.io~1port, value: '${String(ops)}' }
      - { op: replace, path: /spec/template/spec/containers/0/name, value: ${name} }
      - { op: replace, path: /spec/template/spec/containers/0/image, value: tributary/${name} }
      - op: add
        path: /spec/template/spec/containers/0/ports
        value:
          - { name: http, containerPort: ${String(http)} }
          - { name: ops, containerPort: ${String(ops)} }
      - { op: add, path: /spec/template/spec/containers/0/envFrom/-, value: { secretRef: { name: ${name} } } }
  - target: { kind: Service }
    patch: |-
      - op: replace
        path: /spec/ports
        value:
          - { name: http, port: ${String(http)}, targetPort: http }
          - { name: ops, port: ${String(ops)}, targetPort: ops }
  - target: { kind: HorizontalPodAutoscaler }
    patch: |-
      - { op: replace, path: /spec/scaleTargetRef/name, value: ${name} }
`;

/** The Deployment of the service's worker. */
export const workerKustomization = ({
  name,
  ops,
}: NewService): string => `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../worker
labels:
  - pairs:
      app.kubernetes.io/name: ${name}-worker
    includeSelectors: true
    includeTemplates: true
patches:
  - target: { name: service }
    options: { allowNameChange: true }
    patch: |-
      - { op: replace, path: /metadata/name, value: ${name}-worker }
  - target: { kind: Deployment }
    patch: |-
      - { op: add, path: /spec/template/metadata/annotations/prometheus.io~1port, value: '${String(ops + 200)}' }
      - { op: replace, path: /spec/template/spec/containers/0/name, value: ${name} }
      - { op: replace, path: /spec/template/spec/containers/0/image, value: tributary/${name} }
      - op: add
        path: /spec/template/spec/containers/0/ports
        value:
          - { name: ops, containerPort: ${String(ops + 200)} }
      - { op: add, path: /spec/template/spec/containers/0/envFrom/-, value: { secretRef: { name: ${name} } } }
  - target: { kind: HorizontalPodAutoscaler }
    patch: |-
      - { op: replace, path: /spec/scaleTargetRef/name, value: ${name}-worker }
`;

/** A secret of the service in an overlay. */
export const secretEntry = (name: string): string =>
  `\n  - name: ${name}\n    envs: [secrets/${name}.env]`;

/** The secrets of the service in production. */
export const productionSecrets = (): string =>
  `# Filled in where this is deployed from, never committed. A service names what it lacks and does not start.
SERVICE_PRIVATE_KEY=
`;

export const developmentSecrets = (): string => '# Development defaults.\n';
