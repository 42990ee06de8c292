import type { Config } from 'jest';

/**
 * Sources are ES modules; tests run them as CommonJS, because jest's module registry
 * supports that fully. Files named *.int.test.ts and e2e use the engines that
 * `scripts/test.ts` has started; their addresses come by environment.
 */
const transform = {
  '^.+\\.[cm]?[jt]s$': [
    '@swc/jest',
    {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
      module: { type: 'commonjs' },
    },
  ],
} satisfies Config['transform'];

const config: Config = {
  testEnvironment: 'node',
  transform,
  // Packages that ship ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!.*(cockatiel|@scalar|htmlparser2|domhandler|domutils|domelementtype|dom-serializer|entities)/)',
  ],
  extensionsToTreatAsEsm: [],
  testMatch: ['<rootDir>/{packages,services,e2e,demo,verify,scripts}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.engines', '<rootDir>/.tools', '/dist/'],
  testTimeout: 60_000,
};

export default config;
