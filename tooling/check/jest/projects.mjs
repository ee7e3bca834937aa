import { createRequire } from 'node:module';

import { inRoot } from '../../root.mjs';

const require = createRequire(import.meta.url);

/** The transform for all files: strips types, compiles JSX and converts modules to CommonJS. */
const transform = {
  '\\.[cm]?[jt]sx?$': [
    require.resolve('@swc/jest'),
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

/** Settings of all projects. */
export const common = {
  // Not among the temporary files, which each run removes.
  cacheDirectory: inRoot('.cache/jest'),
  transform,
  // Packages published as ES modules only, one that imports modules of Node dynamically, and our own, which have
  // sources.
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|openid-client|oauth4webapi|oidc-provider|cookie|@opentelemetry/otlp-exporter-base|@manabiba)/)',
  ],
  moduleFileExtensions: ['js', 'ts', 'tsx', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/\\.(data|cache)/'],
  // Mocks must not leak into the next test.
  restoreMocks: true,
};

/** Tests of front ends: components in jsdom, with what every browser has. */
export const frontEndTests = {
  ...common,
  testEnvironment: require.resolve('jest-environment-jsdom'),
  testEnvironmentOptions: { url: 'http://localhost/' },
  moduleNameMapper: { '\\.css$': require.resolve('identity-obj-proxy') },
  setupFiles: [inRoot('tooling/check/jest/browser-globals.mjs')],
  setupFilesAfterEnv: [inRoot('tooling/check/jest/matchers.mjs')],
};

/** Timeout of a test, in milliseconds: allows for a busy machine. */
export const TEST_TIMEOUT_MS = 60_000;
