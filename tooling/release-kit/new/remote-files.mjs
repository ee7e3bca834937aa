/**
 * @typedef {object} NewRemote
 * @property {string} name Of the package, such as mf-polls.
 * @property {string} thing What it is about: the name without mf-.
 * @property {string} component Name of the page's component.
 * @property {string} title Heading of the page.
 * @property {string} access Who may open the page.
 * @property {string} reactVersion
 */

/**
 * Returns the files of a new remote, by path inside its folder.
 * @param {{ name: string, title: string, access: string, reactVersion: string }} given
 * @returns {Record<string, string>}
 */
export function remoteFiles({ name, title, access, reactVersion }) {
  const thing = name.slice('mf-'.length);
  const words = thing.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const remote = { name, thing, component: `${words.join('')}Page`, title, access, reactVersion };
  return {
    'package.json': packageJson(remote),
    'remote.json': remoteJson(remote),
    'src/remote.tsx': exposedModule(remote),
    'src/remote.test.ts': DOOR_TEST,
    [`src/pages/${thing}-page.tsx`]: page(remote),
    [`src/pages/${thing}-page.module.css`]: PAGE_STYLES,
    [`src/pages/${thing}-page.test.tsx`]: pageTest(remote),
  };
}

/** @param {NewRemote} remote */
function packageJson({ name, reactVersion }) {
  const content = {
    name: `@manabiba/${name}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { '@manabiba/shared': '*', react: reactVersion },
    devDependencies: {},
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** @param {NewRemote} remote */
const remoteJson = ({ thing, title, access }) => `{
  "$schema": "../node_modules/@manabiba/shared/remote.schema.json",
  "routes": [{ "path": "/${thing}", "page": "${thing}", "title": "${title}", "access": "${access}" }],
  "slots": []
}
`;

/** @param {NewRemote} remote */
function exposedModule({ thing, component }) {
  const key = /^[a-z]\w*$/.test(thing) ? thing : `'${thing}'`;
  return `import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  ${key}: () =>
    import(/* webpackChunkName: "page-${thing}" */ './pages/${thing}-page').then((module) => module.${component}),
};

export const slots: RemoteDoor['slots'] = {};
`;
}

const DOOR_TEST = `import remote from '../remote.json';
import { pages, slots } from './remote';

it('opens exactly the pages and slots that its release announces', () => {
  expect(Object.keys(pages).sort()).toEqual([...new Set(remote.routes.map(({ page }) => page))].sort());
  expect(Object.keys(slots).sort()).toEqual([...remote.slots].sort());
});

it('leads every page and slot to a component', async () => {
  const loaded = await Promise.all([...Object.values(pages), ...Object.values(slots)].map((load) => load()));
  for (const component of loaded) expect(component).toEqual(expect.any(Function));
});
`;

/** @param {NewRemote} remote */
const page = ({ thing, component, title }) => `import { usePageTitle } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import styles from './${thing}-page.module.css';

/** /${thing} */
export function ${component}() {
  usePageTitle('${title}');
  return (
    <PageBody className={styles.page}>
      <h1>${title}</h1>
      <p className={styles.words}>ここに内容が入ります。</p>
    </PageBody>
  );
}
`;

const PAGE_STYLES = `@layer app {
  .page {
    padding-top: var(--space-32);
  }
  .words {
    margin-top: var(--space-16);
    color: var(--color-ink-soft);
  }

  @media (max-width: 39.9375em) {
    .page {
      padding-top: var(--space-24);
    }
  }
}
`;

/** @param {NewRemote} remote */
const pageTest = ({
  thing,
  component,
  title,
}) => `import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { ${component} } from './${thing}-page';

it('has its heading, and titles the tab with it', () => {
  const { pageTitle } = renderWithApp(<${component} />, { path: '/${thing}' });
  expect(screen.getByRole('heading', { level: 1, name: '${title}' })).toBeInTheDocument();
  expect(pageTitle()).toBe('${title}');
});
`;
