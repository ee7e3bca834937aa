import { frontEndConfig } from '../../eslint/front-end-config.mjs';

/**
 * The rules of ESLint for a repository with remotes.
 * @param {string} folder The repository's, with its tsconfig.json.
 */
export const remoteConfig = (folder) => [
  { ignores: ['**/dist/', '.cache/'] },
  ...frontEndConfig({
    tsconfigRootDir: folder,
    frontEnd: ['mf-*/src/**/*.{ts,tsx}'],
    tests: ['**/*.test.{ts,tsx}', '**/testing/**'],
  }),
  // Tools require a default export in their configuration.
  { files: ['*.config.mjs'], rules: { 'no-restricted-syntax': 'off' } },
];
