import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

const sources = ['**/*.ts'];
const tests = [
  '**/*.test.ts',
  'tools/e2e/**/*.ts',
  'packages/testing/**/*.ts',
  'packages/*/src/testing/**/*.ts',
];
const readsEnvironment = [
  '**/config.ts',
  '**/main.ts',
  '**/cli/*.ts',
  '**/cli.ts',
  '**/testing/generate-*.ts',
  'tools/**',
  'packages/testing/**',
  '**/*.test.ts',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'packages/grpc/src/gen/**',
      'packages/sdk/src/gen/**',
      '.tools/**',
      '.engines/**',
      '**/*.mjs',
      '!eslint.config.mjs',
      '**/node_modules/**',
    ],
  },
  {
    files: sources,
    extends: [eslint.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Settings are read in config.ts and passed on.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Each costs a quarter of the whole check, and found nothing that the compiler does not.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // Promises handed to callbacks that expect void are how servers and timers are started.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false } },
      ],
    },
  },
  {
    files: readsEnvironment,
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
      ],
    },
  },
  {
    files: ['services/*/src/store/collections.ts'],
    rules: {
      // A list of declarations without logic: one place for all that a database holds.
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: tests,
    rules: {
      // A suite is one function, and a table of cases is long by nature.
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['tools/e2e/**/*.ts'],
    rules: {
      // Tests read response bodies field by field, as any client does.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['jest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
