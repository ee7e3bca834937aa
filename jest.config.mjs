/** One transform for everything: types away, JSX to functions, modules that jest can load. */
const transform = {
  '\\.[cm]?[jt]sx?$': ['@swc/jest', {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: true } },
    },
    module: { type: 'commonjs' },
  }],
};

const common = {
  transform,
  // Packages that ship as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(jose|cookie)/)'],
  moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.(data|cache)/'],
  // A mistake must not reach the next test.
  restoreMocks: true,
};

/** Tests of the tools that run on databases: they belong to the api's half. */
const ON_POSTGRES = ['tooling/postgres.test.mjs', 'tooling/serve/'];

const testsIn = (...folders) => folders.map((folder) => `<rootDir>/${folder}/**/*.test.{ts,tsx,mjs}`);

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { url: 'http://localhost/' },
      testMatch: testsIn('shared/src/{ui,session,data,navigation,composition,testing}', 'shell/src', 'mf-*/src'),
      moduleNameMapper: { '\\.css$': 'identity-obj-proxy' },
      setupFiles: ['<rootDir>/tooling/jest/browser-globals.mjs'],
      setupFilesAfterEnv: ['<rootDir>/tooling/jest/matchers.mjs'],
    },
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: testsIn('shared/src/{contract,format}', 'shell/server', 'tooling'),
      testPathIgnorePatterns: ['/node_modules/', ...ON_POSTGRES],
      moduleNameMapper: { '\\.css$': 'identity-obj-proxy' },
    },
    {
      ...common,
      displayName: 'api',
      testEnvironment: 'node',
      testMatch: [...testsIn('api', 'tooling/serve'), '<rootDir>/tooling/postgres.test.mjs'],
      globalSetup: '<rootDir>/tooling/jest/api-database.mjs',
      globalTeardown: '<rootDir>/tooling/jest/api-database-end.mjs',
    },
  ],
};
