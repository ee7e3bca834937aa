import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import ts from 'typescript-eslint';

import { houseRules } from './tooling/eslint/house-rules.mjs';

const tests = ['**/*.test.{ts,tsx,mjs}', '**/testing/**', 'e2e/**', 'tooling/jest/**'];
const frontEnd = ['shared/src/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'mf-*/src/**/*.{ts,tsx}'];
const rawFetch = { name: 'fetch', message: 'Calls go through callEndpoint.' };

export default ts.config(
  { ignores: ['**/dist/', '.cache/', '.data/', 'coverage/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    plugins: { house: houseRules, 'import-sort': importSort },
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
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
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // The compiler checks names better.
      'no-undef': 'off',
    },
  },
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
    // Dialogs and forms that begin with the time at which a person opened them: never on the first screen.
    files: [
      'mf-classrooms/src/features/classroom-form/{classroom-fields,classroom-form-dialog,create-classroom-dialog}.tsx',
      'mf-events/src/features/event-editor/{event-editor,times-card}.tsx',
      'mf-events/src/features/event-editor/invitations/invitation-form-dialog.tsx',
      'mf-events/src/features/event-editor/tickets/ticket-dialog.tsx',
      'mf-events/src/features/organized-events/create-event-dialog.tsx',
    ],
    rules: { 'house/same-on-both-sides': 'off' },
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
  {
    files: [...tests, 'api/src/demo/**'],
    rules: {
      'house/limits-told-once': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'react-hooks/immutability': 'off',
    },
  },
  {
    // Playwright fixtures declare their dependencies by destructuring, even when there are none.
    files: ['e2e/fixtures/**'],
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    // A factory that holds all operations of a noun grows with their number.
    files: [
      'api/src/modules/**/*.{service,repository,routes}.ts',
      'api/src/modules/realtime/live-projector.ts',
      'api/src/modules/subscriptions/provider/subscription-provider.ts',
      'api/src/platform/**/{domain-events,jobs,mailer}.ts',
      'api/src/http/idempotency.ts',
      'shell/server/**/{release-store,registry-reader,remote-health}.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // Long lists: import rules, mail texts.
    files: ['.dependency-cruiser.cjs', 'api/src/modules/mails/{mail,ticket}-texts.ts'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    // Tools require a default export in their configuration.
    files: ['*.config.mjs', '**/*.config.{ts,mjs}', 'tooling/jest/*.mjs', '**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.cjs', 'tooling/start/start.mjs'],
    languageOptions: { globals: { module: 'writable', require: 'readonly' } },
    rules: { 'no-var': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    // Functions evaluated in a browser.
    files: ['tooling/bench/**/*.mjs', 'tooling/release/*.mjs', 'tooling/screens/*.mjs'],
    languageOptions: {
      globals: {
        window: 'readonly',
        document: 'readonly',
        requestAnimationFrame: 'readonly',
        addEventListener: 'readonly',
        PerformanceObserver: 'readonly',
        MessageChannel: 'readonly',
      },
    },
  },
  {
    files: ['tooling/**/*.test.mjs', 'tooling/jest/**'],
    languageOptions: {
      globals: {
        describe: 'readonly',
        it: 'readonly',
        expect: 'readonly',
        beforeAll: 'readonly',
        afterAll: 'readonly',
        beforeEach: 'readonly',
        afterEach: 'readonly',
        jest: 'readonly',
        Event: 'readonly',
      },
    },
  },
);
