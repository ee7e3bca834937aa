import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript-eslint';

import { houseRules } from './house-rules.mjs';

const rawFetch = { name: 'fetch', message: 'Calls go through callEndpoint.' };

/**
 * What tests, and code like them, may do.
 * @type {import('eslint').Linter.RulesRecord}
 */
export const relaxedRules = {
  'house/limits-told-once': 'off',
  'max-lines': 'off',
  'max-lines-per-function': 'off',
  'react-hooks/immutability': 'off',
};

/** The rules for every file. */
const allCode = {
  plugins: { house: houseRules, 'import-sort': importSort },
  languageOptions: {
    globals: {
      process: 'readonly',
      console: 'readonly',
      performance: 'readonly',
      URL: 'readonly',
      AbortController: 'readonly',
      AbortSignal: 'readonly',
      structuredClone: 'readonly',
      DOMException: 'readonly',
      globalThis: 'readonly',
      Buffer: 'readonly',
      fetch: 'readonly',
      setTimeout: 'readonly',
      clearTimeout: 'readonly',
      setInterval: 'readonly',
      clearInterval: 'readonly',
    },
  },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'house/kebab-case-files': 'error',
    'house/telling-paths': 'error',
    'house/shallow-folders': 'error',
    'house/small-folders': 'error',
    'house/no-barrel': 'error',
    eqeqeq: 'error',
    'import-sort/imports': 'error',
    // Control characters in regular expressions are intentional: text is checked for them.
    'no-control-regex': 'off',
    'no-restricted-syntax': [
      'error',
      { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      { selector: 'ExportAllDeclaration', message: 'Export by name: a reader must see what comes from where.' },
      {
        selector: "ImportDeclaration[source.value='zod/mini'] > ImportSpecifier",
        message: "A named z keeps all of it in the bundle: `import * as z from 'zod/mini'`.",
      },
    ],
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
    ],
    '@typescript-eslint/consistent-type-definitions': 'off',
    '@typescript-eslint/no-empty-object-type': 'off',
  },
};

/** The rules that need types. */
const typedCode = (tsconfigRootDir) => ({
  files: ['**/*.{ts,tsx}'],
  languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir } },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    '@typescript-eslint/await-thenable': 'error',
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // The compiler checks names better.
    'no-undef': 'off',
  },
});

const browserCode = (frontEnd, tests) => [
  {
    files: frontEnd,
    ...reactHooks.configs.flat['recommended-latest'],
    rules: {
      ...reactHooks.configs.flat['recommended-latest'].rules,
      // Measuring after layout and syncing with a form library are legitimate uses of effects.
      'react-hooks/set-state-in-effect': 'off',
    },
  },
  {
    files: frontEnd,
    ...jsxA11y.flatConfigs.recommended,
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      // Our own components also have a `role`: a participant's role in a classroom.
      'jsx-a11y/aria-role': ['error', { ignoreNonDOM: true }],
      // A scrollable region must be reachable by keyboard (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'] }],
    },
  },
  {
    files: frontEnd,
    ignores: [...tests, 'shared/src/data/call-endpoint.ts'],
    rules: {
      'no-restricted-globals': ['error', rawFetch],
      'no-restricted-properties': [
        'error',
        { object: 'window', property: 'fetch', message: rawFetch.message },
        { object: 'globalThis', property: 'fetch', message: rawFetch.message },
      ],
    },
  },
  {
    // The server and the browser both draw what remotes draw.
    files: ['mf-*/src/**/*.{ts,tsx}'],
    ignores: tests,
    rules: { 'house/same-on-both-sides': 'error', 'house/no-module-state': 'error' },
  },
  {
    files: frontEnd,
    rules: {
      'house/limits-told-once': 'error',
      'no-console': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'zod', message: "Browsers take `import * as z from 'zod/mini'`." }],
          patterns: [
            { group: ['zod/v4', 'zod/v4/*', 'zod/v3'], message: "Browsers take `import * as z from 'zod/mini'`." },
          ],
        },
      ],
    },
  },
];

/**
 * The rules for all code, and those for front ends and remotes: of this repository, and of a team's own.
 * @param {object} given
 * @param {string} given.tsconfigRootDir Folder of the tsconfig.json that includes every TypeScript file.
 * @param {string[]} given.frontEnd Files that run in browsers.
 * @param {string[]} given.tests Files that tests consist of.
 */
export const frontEndConfig = ({ tsconfigRootDir, frontEnd, tests }) => [
  js.configs.recommended,
  ...ts.configs.recommended,
  allCode,
  typedCode(tsconfigRootDir),
  ...browserCode(frontEnd, tests),
  { files: tests, rules: relaxedRules },
];
