/** The transform for all files: strips types, compiles JSX and converts modules to CommonJS. */
const transform = {
  '\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: true } },
      },
      module: { type: 'commonjs' },
    },
  ],
};

const common = {
  transform,
  // Packages published as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|cookie)/)'],
  moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.(data|cache)/'],
  // Mocks must not leak into the next test.
  restoreMocks: true,
};

/** Tests of tools and engines that need a database, a browser or native code; they run with the api tests. */
const NEEDS_MORE = ['tooling/postgres/postgres.test.mjs', 'engines/.*/(postgres|chromium|native)-[^/]+$'];

const testsIn = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx,mjs}`);

export default {
  // Allows for a busy machine.
  testTimeout: 60_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { url: 'http://localhost/' },
      testMatch: testsIn('shared/src/!(contract|format)', 'shell/src', 'mf-*/src'),
      moduleNameMapper: { '\\.css$': 'identity-obj-proxy' },
      setupFiles: ['<rootDir>/tooling/jest/browser-globals.mjs'],
      setupFilesAfterEnv: ['<rootDir>/tooling/jest/matchers.mjs'],
    },
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: testsIn('shared/src/{contract,format}', 'shell/server', 'tooling', 'engines'),
      testPathIgnorePatterns: ['/node_modules/', ...NEEDS_MORE],
      moduleNameMapper: { '\\.css$': 'identity-obj-proxy' },
    },
    {
      ...common,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: [
        ...testsIn('api', 'server'),
        '<rootDir>/tooling/postgres/postgres.test.mjs',
        '<rootDir>/engines/**/{postgres,chromium,native}-*.test.ts',
      ],
      globalSetup: '<rootDir>/tooling/jest/api-database.mjs',
      globalTeardown: '<rootDir>/tooling/jest/api-database-end.mjs',
    },
  ],
};
