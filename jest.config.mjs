import { common, frontEndTests, TEST_TIMEOUT_MS } from './tooling/check/jest/projects.mjs';

/** Tests of the server and of tools that need a DOM or fake timers, or that replace a package. */
const LIKE_UNITS = [
  'shell/server/rendering/html/event-replay.test.ts',
  'shell/server/rendering/html/page-time-zone.test.ts',
  'shell/server/offline/offline-worker.test.ts',
];
/** Tests of tools and engines that need a database, a browser or native code; they run with the api tests. */
const NEEDS_MORE = ['tooling/dev/postgres/postgres.full.test.mjs', 'engines/.*/(postgres|chromium|native)-[^/]+$'];

const isFullRun = process.env.TEST_LEVEL === 'full';

const testsIn = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx,mjs}`);

/** Tests that only the full run contains. */
const OTHER_LEVELS = isFullRun ? [] : ['\\.full\\.test\\.'];

/** Modules load once per worker instead of once per file, which took most of a file's time: they cannot be mocked. */
const nodeTests = {
  runner: 'jest-light-runner/child-process',
  setupFiles: ['<rootDir>/tooling/check/jest/typescript-loader.mjs'],
  cacheDirectory: common.cacheDirectory,
  restoreMocks: true,
  moduleFileExtensions: common.moduleFileExtensions,
  modulePathIgnorePatterns: common.modulePathIgnorePatterns,
};

export default {
  testTimeout: TEST_TIMEOUT_MS,
  testSequencer: '<rootDir>/tooling/check/jest/longest-first.mjs',
  reporters: ['default', '<rootDir>/tooling/check/jest/stuck-file-reporter.mjs'],
  projects: [
    {
      ...frontEndTests,
      displayName: 'unit',
      testPathIgnorePatterns: ['/node_modules/', ...OTHER_LEVELS],
      testMatch: [
        ...testsIn('shared/src/!(contract|format)', '{shell,mf-*}/src/!(pages)'),
        '<rootDir>/{shell,mf-*}/src/*.test.{ts,tsx}',
        ...LIKE_UNITS.map((path) => `<rootDir>/${path}`),
      ],
    },
    {
      ...frontEndTests,
      displayName: 'pages',
      testPathIgnorePatterns: ['/node_modules/', ...OTHER_LEVELS],
      testMatch: testsIn('{shell,mf-*}/src/pages'),
    },
    {
      ...nodeTests,
      displayName: 'server',
      testMatch: testsIn('shared/src/{contract,format}', 'shell/server', 'releases', 'telemetry'),
      testPathIgnorePatterns: ['/node_modules/', ...LIKE_UNITS, ...OTHER_LEVELS],
    },
    {
      ...nodeTests,
      displayName: 'tools',
      testMatch: testsIn('tooling', 'engines', 'e2e/platform'),
      testPathIgnorePatterns: ['/node_modules/', ...NEEDS_MORE, ...LIKE_UNITS, ...OTHER_LEVELS],
    },
    {
      ...nodeTests,
      displayName: 'api',
      testPathIgnorePatterns: ['/node_modules/', ...OTHER_LEVELS],
      testMatch: [
        ...testsIn('api', 'server'),
        '<rootDir>/tooling/dev/postgres/postgres.full.test.mjs',
        '<rootDir>/engines/**/{postgres,chromium,native}-*.test.ts',
      ],
      globalSetup: '<rootDir>/tooling/check/jest/api-database.mjs',
      globalTeardown: '<rootDir>/tooling/check/jest/api-database-end.mjs',
    },
  ],
};
