// Import rules. Each rule has a test in tooling/check/boundaries.test.mjs that violates it on purpose.

const tests = '[.]test[.](ts|tsx|mjs)$|/testing/';
const remotes = '^mf-[^/]+/';
/** Tests of single server parts against real services, such as S3 and Prometheus. */
const platformTests = '^e2e/platform/';
/** An installed package, resolved or not. */
const installed = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

const forbidden = [
  // Apps
  {
    name: 'remote-not-to-remote',
    comment: 'Remotes meet in slots, URLs and the registry.',
    from: { path: '^(mf-[^/]+)/' },
    to: { path: '^mf-[^/]+/', pathNot: '^$1/' },
  },
  {
    name: 'remote-not-to-shell',
    comment: 'A remote is built, tested and released alone.',
    from: { path: remotes },
    to: { path: '^shell/' },
  },
  {
    name: 'shell-not-to-remote',
    comment: 'The shell names no remote: it loads what the registry lists.',
    from: { path: '^shell/' },
    to: { path: remotes },
  },
  {
    name: 'shared-not-to-apps',
    comment: 'Shared code does not know its users.',
    from: { path: '^shared/' },
    to: { path: '^(shell|mf-[^/]+|api|server|releases|e2e|tooling)/' },
  },
  {
    name: 'front-end-not-to-api',
    comment: 'The contract is the only thing that both sides know.',
    from: { path: '^(shell|mf-[^/]+)/' },
    to: { path: '^(api|server|e2e)/' },
  },
  {
    name: 'product-not-to-tooling',
    comment: 'What runs does not depend on what builds it.',
    from: { path: '^(shared|shell|mf-[^/]+|api|server|releases|telemetry)/', pathNot: tests },
    to: { path: '^tooling/' },
  },
  {
    name: 'server-on-top',
    comment: 'The program that runs puts the parts together; no part knows it.',
    from: { path: '^(shared|shell|mf-[^/]+|api|releases|engines|telemetry|e2e)/', pathNot: platformTests },
    to: { path: '^server/' },
  },
  {
    name: 'browser-not-to-server',
    comment: "The web server's code never reaches a browser.",
    from: { path: '^(shell/src|mf-[^/]+)/' },
    to: { path: '^(shell/server|releases)/' },
  },
  {
    name: 'releases-by-their-door',
    comment: 'What the platform of releases gives is in one file.',
    from: { pathNot: ['^releases/', tests] },
    to: { path: '^releases/', pathNot: '^releases/src/index[.]ts$' },
  },
  {
    name: 'releases-know-no-app',
    comment: 'What the platform of releases needs of the web server is passed in.',
    from: { path: '^releases/', pathNot: tests },
    to: { path: '^(shell|mf-[^/]+|api|server|e2e|tooling)/' },
  },
  {
    name: 'server-not-to-browser',
    comment: 'The web server composes pages from data; it runs none of their code at import.',
    from: { path: '^(shell/server|releases)/' },
    to: {
      path: '^(shell/src|shared/src/(ui|data|session|platform))',
      pathNot: '^shared/src/ui/logo-drawing[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },

  // Inside a remote: remote.tsx -> pages -> features -> core -> shared
  {
    name: 'no-import-of-a-remote-entry',
    comment: 'Only the federation container loads it.',
    from: { path: remotes, pathNot: tests },
    to: { path: '^mf-[^/]+/src/remote[.]tsx$' },
  },
  {
    name: 'page-not-to-page',
    comment: 'Pages are reached by URL; what two of them show is a feature.',
    from: { path: '^mf-[^/]+/src/pages/([^/.]+)' },
    to: { path: '^mf-[^/]+/src/pages/', pathNot: '^mf-[^/]+/src/pages/$1[.]' },
  },
  {
    name: 'feature-not-to-page',
    comment: 'A page puts features side by side, never the other way round.',
    from: { path: '^mf-[^/]+/src/(features|core)/' },
    to: { path: '^mf-[^/]+/src/pages/' },
  },
  {
    name: 'feature-not-to-feature',
    comment: 'What two features need goes down to core.',
    from: { path: '^mf-[^/]+/src/features/([^/]+)/' },
    to: { path: '^mf-[^/]+/src/features/', pathNot: '^mf-[^/]+/src/features/$1/' },
  },
  {
    name: 'core-not-to-feature',
    comment: 'Core is what features stand on.',
    from: { path: '^mf-[^/]+/src/core/' },
    to: { path: '^mf-[^/]+/src/features/' },
  },
  {
    name: 'remote-only-by-the-facade',
    comment:
      'What has identity (session, router, cache) comes from the shell through the facade; bundled, it would be a second one.',
    from: { path: remotes, pathNot: tests },
    to: {
      path: '^shared/src/',
      pathNot:
        '^shared/src/(platform[.]ts|ui/|people/|payments/|forms/|loading/|format/|contract/|analytics/|data/endpoints([.]ts|/))',
    },
  },
  {
    name: 'remote-without-its-own-identity',
    comment: 'These hold state or a tree of their own: the shell has the one copy.',
    from: { path: remotes, pathNot: tests },
    to: {
      path: installed('react-dom', 'react-router', 'react-router-dom', 'swr', 'zustand', 'sonner'),
      // The entry without a renderer, for createPortal, holds no tree; a store by zustand/vanilla is its creator's own.
      pathNot: 'node_modules/(react-dom/index[.]js|zustand/(esm/)?vanilla[.].*)$',
    },
  },

  // Inside shared
  {
    name: 'contract-is-a-leaf',
    comment: 'The contract imports nothing but zod/mini and the constants of date-fns.',
    from: { path: '^shared/src/contract/', pathNot: tests },
    to: { pathNot: ['^shared/src/contract/', installed('zod'), 'node_modules/date-fns/constants[.]'] },
  },
  {
    name: 'format-is-a-leaf',
    comment: 'Formatting knows no product.',
    from: { path: '^shared/src/format/', pathNot: tests },
    to: { path: '^shared/src/', pathNot: '^shared/src/format/' },
  },
  {
    name: 'ui-is-a-leaf',
    comment: 'Components know no data, no session and no router; plain limits they may show.',
    from: { path: '^shared/src/ui/', pathNot: tests },
    to: {
      path: ['^shared/src/', installed('react-router', 'react-router-dom', 'swr', 'zustand')],
      pathNot: '^shared/src/(ui|format)/|^shared/src/contract/limits[.]ts$',
    },
  },
  {
    name: 'bundled-by-the-facade',
    comment: 'Components that each remote bundles take session and data from the shell, as the remotes themselves do.',
    from: { path: '^shared/src/(people|payments|forms|loading)/', pathNot: tests },
    to: {
      path: '^shared/src/',
      pathNot:
        '^shared/src/(people/|payments/|forms/|loading/|platform[.]ts|ui/|format/|contract/|data/endpoints([.]ts|/))',
    },
  },
  {
    name: 'data-knows-no-ui',
    comment: 'Data layers know no components.',
    from: { path: '^shared/src/(data|realtime|session|navigation|analytics)/', pathNot: tests },
    to: { path: '^shared/src/ui/' },
  },
  {
    name: 'session-stands-alone',
    comment: 'Who is signed in is no server list: of the rest it knows the types of the contract.',
    from: { path: '^shared/src/session/', pathNot: tests },
    to: { path: '^shared/src/', pathNot: '^shared/src/(session|contract)/' },
  },
  {
    name: 'swr-only-in-data',
    comment: 'One cache, one listener per document; the shell mounts the only SWRConfig.',
    from: { pathNot: `^shared/src/(data|realtime)/|^shell/src/app/|${tests}` },
    to: { path: installed('swr') },
  },
  {
    name: 'browser-takes-zod-mini',
    comment: 'zod costs 22 to 77 KB on the wire, zod/mini 5.',
    from: { path: '^(shared|shell/src|mf-[^/]+)/' },
    to: { path: installed('zod'), pathNot: installed('zod/mini') },
  },

  // Inside the api: app.ts -> routes -> service -> repository -> platform
  {
    name: 'api-takes-the-contract-only',
    comment:
      'Of shared, servers and tests of the whole know the contract. The pictures of links also need the drawing of a category, and mails the addresses in a text, which are the same links as on a page.',
    from: { path: '^(api|e2e)/' },
    to: {
      path: '^shared/',
      pathNot: '^shared/src/(contract/|testing/|ui/cover-drawing[.]tsx|format/web-addresses[.]ts)',
    },
  },
  {
    name: 'e2e-takes-no-app',
    comment: 'It uses the product as a person does.',
    from: { path: '^e2e/', pathNot: platformTests },
    to: { path: '^(api|shell|mf-[^/]+)/' },
  },
  {
    name: 'routes-not-to-repository',
    comment: 'A route is a sentence; the rule stands in the service.',
    from: { path: '[.]routes[.]ts$' },
    to: { path: '[.]repository[.]ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'service-knows-no-http',
    comment: "Services throw AppErrors and know viewers; requests and answers are the routes' matter.",
    from: { path: '[.]service[.]ts$' },
    to: { path: ['^api/src/http/', installed('fastify'), '[.]routes[.]ts$'] },
  },
  {
    name: 'sql-only-in-repositories',
    comment: 'Queries stand in repositories and platform.',
    from: {
      path: '^api/src/(modules|http)/',
      pathNot: `[.]repository[.]ts$|-columns[.]ts$|-documents[.]ts$|/live-outbox[.]ts$|${tests}`,
    },
    to: { path: installed('pg', 'kysely'), dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'module-by-its-service',
    comment:
      'Another module is used through its services, which its module.ts creates. Every module shows users and marks live documents as changed.',
    from: { path: '^api/src/modules/([^/]+)/', pathNot: tests },
    to: {
      path: '^api/src/modules/',
      pathNot: [
        '^api/src/modules/$1/',
        '[.]service[.]ts$',
        // Creates the services of a module.
        '/module[.]ts$',
        '^api/src/modules/users/(user-columns|user-states|age)[.]ts$',
        // The names of each noun's live documents, and the interfaces that nouns implement for the realtime module.
        '^api/src/modules/.+-documents[.]ts$',
        '^api/src/modules/realtime/live-(outbox|projection|access|store)[.]ts$',
        // SQL conditions and columns shared by several modules, and what is read from them.
        '^api/src/modules/(archives/archive-access|classrooms/room/room-row|participations/has-room|ratings/rating-average|series/series-of-date|sessions/signed-in-viewer)[.]ts$',
        // The connections of a room to voice and video, which recording follows, and what decides them.
        '^api/src/modules/classrooms/media/(media-server|media-rights|find-media-room)[.]ts$',
      ],
    },
  },
  {
    name: 'repository-not-upward',
    comment: 'A repository knows the database and no layer above it.',
    from: { path: '[.]repository[.]ts$' },
    to: { path: '[.](service|routes)[.]ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'realtime-knows-no-noun',
    comment: 'Live documents are one mechanism; each noun registers its projection and its access rules.',
    from: { path: '^api/src/modules/realtime/', pathNot: tests },
    to: { path: '^api/src/modules/(?!realtime/)' },
  },
  {
    name: 'transactions-in-services',
    comment: 'Services own transactions and domain events; repositories only read and write.',
    from: { path: '[.]repository[.]ts$' },
    to: { path: '^api/src/platform/(database/transaction|events/domain-events)[.]ts$' },
  },
  {
    name: 'platform-not-upward',
    comment: 'What everything stands on knows nothing of what stands on it.',
    from: { path: '^api/src/platform/', pathNot: tests },
    to: { path: '^api/src/(?!platform/|tables/|messages/)' },
  },
  {
    name: 'tables-know-the-contract-only',
    comment: 'Tables declare the columns that the migrations create, in types of the contract.',
    from: { path: '^api/src/tables/', pathNot: tests },
    to: { path: '^(?!api/src/tables/|shared/src/contract/)', pathNot: installed('kysely') },
  },
  {
    name: 'messages-know-the-contract-only',
    comment:
      'Maps of domain events and jobs name the nouns, so that platform names none; they declare payloads and know no code but the calendar.',
    from: { path: '^api/src/messages/', pathNot: tests },
    to: { path: '^(?!api/src/messages/|shared/src/contract/|api/src/platform/moments[.]ts$|node_modules/date-fns/)' },
  },
  {
    name: 'access-not-upward',
    comment: 'Viewers and access rules know neither requests nor modules.',
    from: { path: '^api/src/access/', pathNot: tests },
    to: { path: ['^api/src/(?!access/|platform/)', installed('fastify')] },
  },
  {
    name: 'http-knows-no-module',
    comment: 'What carries requests to a service knows no noun.',
    from: { path: '^api/src/http/', pathNot: tests },
    to: { path: '^api/src/(modules|demo)/' },
  },
  {
    name: 'composition-root-on-top',
    comment: 'app.ts and composition/ put the parts together; no part knows them.',
    from: { path: '^api/src/(modules|http|access|platform|tables|messages)/', pathNot: tests },
    to: { path: '^api/src/(composition/|app[.]ts$)' },
  },
  {
    name: 'engines-know-nothing-of-ours',
    comment: 'What an engine needs is passed in.',
    from: { path: '^engines/([^/]+)/' },
    to: { path: '^(engines/(?!$1/)|telemetry|shared|shell|mf-[^/]+|api|server|releases|e2e|tooling)' },
  },
  {
    name: 'telemetry-is-a-leaf',
    comment: 'Every part on the server reports what it does; what it reports through knows none of them.',
    from: { path: '^telemetry/' },
    to: { path: '^(engines|shared|shell|mf-[^/]+|api|server|releases|e2e|tooling)/' },
  },
  {
    name: 'browser-not-to-telemetry',
    comment: "It is built on Node; a browser's part of a trace is reported by the web server.",
    from: { path: '^(shared|shell/src|mf-[^/]+)/' },
    to: { path: '^telemetry/' },
  },

  // Everywhere
  {
    name: 'no-circle',
    comment: 'A circle has no first floor; circles of types count too.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-test-in-the-product',
    comment: 'Tests and their builders stay out of what runs.',
    from: { pathNot: `${tests}|^(e2e|tooling)/` },
    to: { path: tests },
  },
  {
    name: 'declared-packages-only',
    comment: 'A workspace lists what it takes; what another one happens to install may vanish.',
    from: {
      path: '^(shared|shell|mf-[^/]+|api|server|releases|telemetry|e2e|engines/[^/]+)/',
      pathNot: `${tests}|^api/src/testing/`,
    },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The stock remotes are a project of their own, as another team has it.
    exclude: { path: '^([^/]+/dist|[.]cache|[.]data|e2e/stock-remotes)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
    cache: false,
  },
};
