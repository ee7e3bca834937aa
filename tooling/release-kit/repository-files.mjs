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
};
