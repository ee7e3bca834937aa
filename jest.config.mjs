import { common, frontEndTests, TEST_TIMEOUT_MS } from './tooling/jest/projects.mjs';

/** Tests of tools and engines that need a database, a browser or native code; they run with the api tests. */
const NEEDS_MORE = ['tooling/postgres/postgres.test.mjs', 'engines/.*/(postgres|chromium|native)-[^/]+$'];

const testsIn = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx,mjs}`);

export default {
  testTimeout: TEST_TIMEOUT_MS,
  projects: [
    {
      ...frontEndTests,
      displayName: 'unit',
      testMatch: testsIn('shared/src/!(contract|format)', 'shell/src', 'mf-*/src'),
    },
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: testsIn('shared/src/{contract,format}', 'shell/server', 'tooling', 'telemetry', 'engines'),
      testPathIgnorePatterns: ['/node_modules/', ...NEEDS_MORE],
      moduleNameMapper: { '\\.css$': 'identity-obj-proxy' },
    },
    {
      // Modules load once per worker instead of once per file, which was most of a file's time: no mocks of modules here.
      runner: 'jest-light-runner/child-process',
      setupFiles: ['<rootDir>/tooling/jest/typescript-loader.mjs'],
      restoreMocks: true,
      moduleFileExtensions: common.moduleFileExtensions,
      modulePathIgnorePatterns: common.modulePathIgnorePatterns,
      displayName: 'api',
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
