import ts from 'typescript-eslint';

import { frontEndConfig, relaxedRules } from './tooling/eslint/front-end-config.mjs';

const tests = ['**/*.test.{ts,tsx,mjs}', '**/testing/**', 'e2e/**', 'tooling/jest/**'];
const frontEnd = ['shared/src/**/*.{ts,tsx}', 'shell/src/**/*.{ts,tsx}', 'mf-*/src/**/*.{ts,tsx}'];

export default ts.config(
  { ignores: ['**/dist/', '.cache/', '.data/', 'coverage/', 'test-results/', 'playwright-report/'] },
  ...frontEndConfig({ tsconfigRootDir: import.meta.dirname, frontEnd, tests }),
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
  { files: ['api/src/demo/**'], rules: relaxedRules },
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
      'shell/server/**/{release-store,environment-store,registry-changes,registry-reader,remote-health}.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // Long lists: import rules, mail texts, and the generated endpoints.
    files: ['.dependency-cruiser.cjs', 'api/src/modules/mails/{mail,ticket}-texts.ts', 'shared/src/data/endpoints.ts'],
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
