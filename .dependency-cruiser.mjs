const service = '^services/[^/]+/src/';
const notTests = ['\\.test\\.ts$', '/testing/'];

/** The architecture as rules: a forbidden arrow fails the check. */
export default {
  forbidden: [
    {
      name: 'only-app-imports-features',
      severity: 'error',
      comment: 'A use case that several features share is a workflow.',
      from: {
        path: service,
        pathNot: ['/src/(app|main)\\.ts$', '/src/(features|cli)/', ...notTests],
      },
      to: { path: '^services/[^/]+/src/features/' },
    },
    {
      name: 'stores-and-clients-come-through-deps',
      severity: 'error',
      comment: 'Features, workflows and views see them by type; values come with Deps.',
      from: { path: `${service}(features|workflows|views)/`, pathNot: notTests },
      to: {
        path: '^services/[^/]+/src/(store|clients)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'stores-and-clients-know-the-domain-alone',
      severity: 'error',
      from: { path: `${service}(store|clients|views)/`, pathNot: notTests },
      to: {
        path: '^services/[^/]+/src/(workflows|app\\.ts|main\\.ts)',
      },
    },
    {
      name: 'test-code-is-unreachable',
      severity: 'error',
      comment: 'Builders and fixtures serve tests only, and the evaluation its own command.',
      from: {
        path: [service, '^packages/[^/]+/src/'],
        pathNot: [
          ...notTests,
          '^services/attribution/src/cli/(evaluate-fraud(-worlds)?|fit-fraud-worlds|recover-lift)\\.ts$',
        ],
      },
      to: { path: '^(services|packages)/[^/]+/src/testing/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Modules that need each other are one module, or need a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-meet-over-contracts',
      severity: 'error',
      comment: 'A service imports packages/ and its own folder, never another service.',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|tools)/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'Domain code imports domain code, contracts, errors, money, terms and units; no I/O, not even node:crypto.',
      from: { path: '^services/[^/]+/src/domain/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^services/[^/]+/src/domain/',
          '^packages/(contracts|errors|money|terms|units)/',
          '^packages/work/src/back-off\\.ts$',
          '^packages/networks/src/(addresses|network-ranges)\\.ts$',
          'node_modules/.*/(zod|isbot|bowser|luxon|ipaddr\\.js)/',
        ],
      },
    },
    {
      name: 'features-do-not-call-features',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^services/$1/src/features/', pathNot: '^services/$1/src/features/$2/' },
    },
    {
      name: 'features-get-stores-through-deps',
      severity: 'error',
      from: { path: '^services/[^/]+/src/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/[^/]+/src/store/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'kafkajs-only-in-messaging',
      severity: 'error',
      comment: 'Its maintainers look for successors, so it stays replaceable.',
      from: { pathNot: '^packages/messaging/' },
      to: { path: 'node_modules/.*/kafkajs/' },
    },
    {
      name: 'mongoose-only-in-stores',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot: ['^services/[^/]+/src/(store|deps\\.ts)', '\\.test\\.ts$', '/cli/'],
      },
      to: { path: 'node_modules/.*/mongoose/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-does-not-import-tests',
      severity: 'error',
      from: {
        path: '^(packages|services)/',
        pathNot: ['\\.test\\.ts$', '^packages/testing/', '/testing/'],
      },
      to: { path: '(\\.test\\.ts$|^packages/testing/|^tools/(?!(engines|traffic)/))' },
    },
    {
      name: 'invented-traffic-is-for-evaluation',
      severity: 'error',
      comment:
        'The fraud score must not know what it is judged by: only its evaluation may invent traffic.',
      from: {
        path: '^(packages|services|tools)/',
        pathNot: [
          '^tools/traffic/',
          '^services/attribution/src/testing/evaluation/',
          '^services/attribution/src/cli/(evaluate-fraud(-worlds)?|fit-fraud-worlds|recover-lift)\\.ts$',
        ],
      },
      to: { path: '^tools/traffic/' },
    },
    {
      name: 'nothing-scores-by-its-evaluation',
      severity: 'error',
      from: {
        path: '^services/attribution/src/',
        pathNot:
          '^services/attribution/src/(testing/evaluation/|cli/(evaluate-fraud(-worlds)?|fit-fraud-worlds|recover-lift)\\.ts$|.*\\.test\\.ts$)',
      },
      to: { path: '^services/attribution/src/testing/evaluation/' },
    },
    {
      name: 'pages-use-the-public-api-alone',
      severity: 'error',
      comment: 'The console has no more rights than any other client of the API.',
      from: { path: '^services/console/app/' },
      to: { path: '^(packages/(?!sdk/)|services/(?!console/app/)|tools/)' },
    },
    {
      name: 'parts-know-no-page',
      severity: 'error',
      comment: 'Parts, tables, forms and formats serve every page, so they import none.',
      from: { path: '^services/console/app/src/(api|ui|table|forms|format|i18n)/' },
      to: { path: '^services/console/app/src/(pages|shell)/' },
    },
    {
      name: 'declared-dependencies',
      severity: 'error',
      from: { path: '^(packages|services|tools)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/gen/', '/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
