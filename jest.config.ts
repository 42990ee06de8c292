import type { Config } from 'jest';

/**
 * Tests run as the product does: Node's own modules and type stripping, libraries loaded once per
 * worker. Files named *.int.test.ts and e2e use the engines that `tools/scripts/test.ts` has started;
 * their addresses come by environment.
 */
const config: Config = {
  runner: 'jest-light-runner/child-process',
  // Node itself strips the types, also of what runs before the first test.
  transform: {},
  setupFilesAfterEnv: [
    '<rootDir>/tools/scripts/test/time-limit.ts',
    '<rootDir>/tools/scripts/test/close-worker.ts',
  ],
  testMatch: ['<rootDir>/{packages,services,tools}/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.engines', '<rootDir>/.tools', '/dist/'],
};

export default config;
