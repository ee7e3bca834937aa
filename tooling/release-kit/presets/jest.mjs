import { frontEndTests, TEST_TIMEOUT_MS } from '../../check/jest/projects.mjs';

/** The configuration of Jest for a repository with remotes. */
export const remoteTests = {
  ...frontEndTests,
  testMatch: ['<rootDir>/mf-*/src/**/*.test.{ts,tsx}'],
  testTimeout: TEST_TIMEOUT_MS,
};
