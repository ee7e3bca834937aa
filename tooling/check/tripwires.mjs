/**
 * For each rule of .dependency-cruiser.cjs one forbidden import: the file that has it, and the imported file.
 * @type {Record<string, { from: string, to: string, imports?: string }>}
 */
export const tripwires = {
  'remote-not-to-remote': { from: 'mf-a/src/features/one/other.ts', to: 'mf-b/src/core/thing.ts' },
  'remote-not-to-shell': { from: 'mf-a/src/core/chrome.ts', to: 'shell/src/chrome/header.ts' },
  'shell-not-to-remote': { from: 'shell/src/app/app.ts', to: 'mf-a/src/core/thing.ts' },
  'shared-not-to-apps': { from: 'shared/src/format/app.ts', to: 'shell/src/chrome/header.ts' },
  'front-end-not-to-api': { from: 'mf-a/src/core/server.ts', to: 'api/src/platform/clock.ts' },
  'product-not-to-tooling': { from: 'api/src/platform/tool.ts', to: 'tooling/root.ts' },
  'server-on-top': { from: 'api/src/platform/program.ts', to: 'server/src/main.ts' },
  'browser-not-to-server': { from: 'shell/src/app/server.ts', to: 'shell/server/web-server.ts' },
  'releases-by-their-door': { from: 'server/src/store.ts', to: 'releases/src/store/release-store.ts' },
  'releases-know-no-app': { from: 'releases/src/app.ts', to: 'api/src/platform/clock.ts' },
  'server-not-to-browser': { from: 'shell/server/page.ts', to: 'shell/src/chrome/header.ts' },

  'no-import-of-a-remote-entry': { from: 'mf-a/src/core/thing.ts', to: 'mf-a/src/remote.tsx' },
  'page-not-to-page': { from: 'mf-a/src/pages/first-page.ts', to: 'mf-a/src/pages/second-page.ts' },
  'feature-not-to-page': { from: 'mf-a/src/features/one/page.ts', to: 'mf-a/src/pages/second-page.ts' },
  'feature-not-to-feature': { from: 'mf-a/src/features/one/two.ts', to: 'mf-a/src/features/two/thing.ts' },
  'core-not-to-feature': { from: 'mf-a/src/core/feature.ts', to: 'mf-a/src/features/two/thing.ts' },
  'remote-only-by-the-facade': {
    from: 'mf-a/src/core/session.ts',
    to: 'shared/src/session/session-store.ts',
    imports: '@manabiba/shared/session/session-store',
  },
  'remote-without-its-own-identity': {
    from: 'mf-a/src/core/router.ts',
    to: 'react-router-dom',
    imports: 'react-router-dom',
  },

  'contract-is-a-leaf': { from: 'shared/src/contract/leaf.ts', to: 'shared/src/format/yen.ts' },
  'format-is-a-leaf': { from: 'shared/src/format/leaf.ts', to: 'shared/src/contract/contract.ts' },
  'ui-is-a-leaf': { from: 'shared/src/ui/leaf.ts', to: 'shared/src/data/use-endpoint.ts' },
  'bundled-by-the-facade': { from: 'shared/src/people/dialog.tsx', to: 'shared/src/session/session-store.ts' },
  'data-knows-no-ui': { from: 'shared/src/data/ui.ts', to: 'shared/src/ui/button.ts' },
  'session-stands-alone': { from: 'shared/src/session/data.ts', to: 'shared/src/data/use-endpoint.ts' },
  'swr-only-in-data': { from: 'shell/src/chrome/swr.ts', to: 'swr', imports: 'swr' },
  'browser-takes-zod-mini': { from: 'mf-a/src/core/zod.ts', to: 'zod', imports: 'zod' },

  'api-takes-the-contract-only': {
    from: 'api/src/platform/shared.ts',
    to: 'shared/src/format/yen.ts',
    imports: '@manabiba/shared/format/yen',
  },
  'e2e-takes-no-app': { from: 'e2e/specs/app.ts', to: 'shell/src/chrome/header.ts' },
  'routes-not-to-repository': { from: 'api/src/modules/a/a.routes.ts', to: 'api/src/modules/a/a.repository.ts' },
  'service-knows-no-http': { from: 'api/src/modules/a/a.service.ts', to: 'api/src/http/route.ts' },
  'sql-only-in-repositories': {
    from: 'api/src/modules/a/a-rules.ts',
    to: 'node_modules/kysely/dist/index.js',
    imports: 'kysely',
  },
  'module-by-its-service': { from: 'api/src/modules/b/b.service.ts', to: 'api/src/modules/a/a.repository.ts' },
  'repository-not-upward': { from: 'api/src/modules/a/up.repository.ts', to: 'api/src/modules/a/a.service.ts' },
  'realtime-knows-no-noun': { from: 'api/src/modules/realtime/noun.ts', to: 'api/src/modules/a/a.service.ts' },
  'transactions-in-services': {
    from: 'api/src/modules/a/own.repository.ts',
    to: 'api/src/platform/database/transaction.ts',
  },
  'platform-not-upward': { from: 'api/src/platform/up.ts', to: 'api/src/http/route.ts' },
  'messages-know-the-contract-only': { from: 'api/src/messages/up.ts', to: 'api/src/platform/clock.ts' },
  'tables-know-the-contract-only': { from: 'api/src/tables/up.ts', to: 'api/src/platform/clock.ts' },
  'access-not-upward': { from: 'api/src/access/up.ts', to: 'api/src/http/route.ts' },
  'http-knows-no-module': { from: 'api/src/http/module.ts', to: 'api/src/modules/a/a.service.ts' },
  'composition-root-on-top': { from: 'api/src/modules/a/root.ts', to: 'api/src/app.ts' },
  'engines-know-nothing-of-ours': {
    from: 'engines/mail/src/ours.ts',
    to: 'shared/src/format/yen.ts',
    imports: '@manabiba/shared/format/yen',
  },

  'telemetry-is-a-leaf': { from: 'telemetry/src/up.ts', to: 'api/src/platform/clock.ts' },
  'browser-not-to-telemetry': { from: 'shell/src/app/told.ts', to: 'telemetry/src/observed.ts' },

  'no-circle': { from: 'shared/src/format/about.ts', to: 'shared/src/format/round.ts' },
  'no-test-in-the-product': {
    from: 'shell/src/app/builder.ts',
    to: 'shared/src/testing/builders.ts',
    imports: '@manabiba/shared/testing/builders',
  },
  'declared-packages-only': {
    from: 'shell/src/app/undeclared.ts',
    to: 'node_modules/kysely/dist/index.js',
    imports: 'kysely',
  },
};
