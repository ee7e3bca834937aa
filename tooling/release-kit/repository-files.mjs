/** Commands of a team's repository: those of the product's, so that what either prints is right in both. */
const scripts = Object.fromEntries(
  ['new', 'dev', 'check', 'test', 'build', 'release'].map((command) => [command, `remote-kit ${command}`]),
);

/**
 * Returns the package.json of a repository with remotes. Existing fields stay.
 * @param {Record<string, any>} present
 * @param {{ name: string, version: string, peerDependencies: Record<string, string> }} kit
 */
export const packageJson = (present, kit) => {
  const given = { ...present.dependencies, ...present.devDependencies };
  const needed = { [kit.name]: kit.version, ...kit.peerDependencies };
  const missing = Object.fromEntries(Object.entries(needed).filter(([name]) => !given[name]));
  return {
    ...present,
    private: true,
    type: 'module',
    workspaces: ['mf-*'],
    scripts: { ...scripts, ...withoutPlaceholder(present.scripts) },
    devDependencies: { ...present.devDependencies, ...missing },
  };
};

/** `npm init` writes a test that always fails. */
const withoutPlaceholder = ({ test = '', ...others } = {}) =>
  /no test specified/.test(test) || test === '' ? others : { ...others, test };

/** The other files of a repository with remotes, by path. */
export const repositoryFiles = {
  'tsconfig.json': `{
  "extends": "@manabiba/remote-kit/tsconfig.json",
  "compilerOptions": { "tsBuildInfoFile": ".cache/tsconfig.tsbuildinfo" },
  "files": ["node_modules/@manabiba/shared/src/ui/css-modules.d.ts"],
  "include": ["mf-*/src"],
  "exclude": ["**/dist"]
}
`,
  '.oxlintrc.json': `{
  "extends": ["./node_modules/@manabiba/remote-kit/lint.json"],
  "ignorePatterns": ["**/dist/", ".cache/"],
  "options": { "typeAware": true, "reportUnusedDisableDirectives": "error", "denyWarnings": true }
}
`,
  'jest.config.mjs': `import { remoteTests } from '@manabiba/remote-kit/jest';

export default remoteTests;
`,
  '.gitignore': `node_modules/
dist/
.cache/
`,
  '.github/workflows/check.yml': `# Checks every push. Releases what reaches main once the variable MANABIBA_URL of this repository has the address of the
# product, whose operator lets this repository in (RELEASE_CI): there is no token to keep.
name: check
on: push

permissions:
  contents: read
  id-token: write

jobs:
  check:
    runs-on: ubuntu-latest
    env:
      MANABIBA_URL: \${{ vars.MANABIBA_URL }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: npm run check
      - run: npm test
      - run: npm run build
      - name: release
        if: github.ref == 'refs/heads/main' && env.MANABIBA_URL != ''
        run: |
          npx playwright install --with-deps chromium
          answer=$(curl -sSf -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=$MANABIBA_URL")
          export DEPLOY_TOKEN=$(echo "$answer" | jq -r .value)
          npm run release -- --all --to "$MANABIBA_URL"
`,
  '.gitlab-ci.yml': `# Checks every push. Releases what reaches the default branch once the variable MANABIBA_URL of this project has the
# address of the product, whose operator lets this project in (RELEASE_CI): there is no token to keep.
default:
  image: node:22
  before_script:
    - npm ci

check:
  stage: test
  script:
    - npm run check
    - npm test
    - npm run build

release:
  stage: deploy
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $MANABIBA_URL
  id_tokens:
    DEPLOY_TOKEN:
      aud: $MANABIBA_URL
  script:
    - npx playwright install --with-deps chromium
    - npm run release -- --all --to "$MANABIBA_URL"
`,
};
