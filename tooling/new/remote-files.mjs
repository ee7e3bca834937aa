/**
 * The files of a new remote, by path inside its folder.
 * @param {{ name: string, title: string, reactVersion: string }} remote
 * @returns {Record<string, string>}
 */
export function remoteFiles({ name, title, reactVersion }) {
  const thing = name.slice('mf-'.length);
  const component = `${thing
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Page`;
  const key = /^[a-z]\w*$/.test(thing) ? thing : `'${thing}'`;
  return {
    'package.json': `${JSON.stringify(
      {
        name: `@manabiba/${name}`,
        version: '1.0.0',
        private: true,
        type: 'module',
        dependencies: { '@manabiba/shared': '*', react: reactVersion },
        devDependencies: {},
      },
      null,
      2,
    )}\n`,
    'remote.json': `{
  "routes": [{ "path": "/${thing}", "page": "${thing}", "title": "${title}", "access": "anyone" }],
  "slots": []
}
`,
    'src/remote.tsx': `import type { RemoteDoor } from '@manabiba/shared/platform';

export const pages: RemoteDoor['pages'] = {
  ${key}: () => import('./pages/${thing}-page').then((module) => module.${component}),
};

export const slots: RemoteDoor['slots'] = {};
`,
    'src/remote.test.ts': `import remote from '../remote.json';
import { pages, slots } from './remote';

it('opens exactly the pages and slots that its release announces', () => {
  expect(Object.keys(pages).sort()).toEqual([...new Set(remote.routes.map(({ page }) => page))].sort());
  expect(Object.keys(slots).sort()).toEqual([...remote.slots].sort());
});

it('leads every page and slot to a component', async () => {
  const loaded = await Promise.all([...Object.values(pages), ...Object.values(slots)].map((load) => load()));
  for (const component of loaded) expect(component).toEqual(expect.any(Function));
});
`,
    [`src/pages/${thing}-page.tsx`]: `import { usePageTitle } from '@manabiba/shared/platform';
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
`,
    [`src/pages/${thing}-page.module.css`]: `@layer app {
  .page { padding-top: var(--space-32); }
  .words { margin-top: var(--space-16); color: var(--color-ink-soft); }

  @media (max-width: 639px) {
    .page { padding-top: var(--space-24); }
  }
}
`,
    [`src/pages/${thing}-page.test.tsx`]: `import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import { ${component} } from './${thing}-page';

it('has its heading, and titles the tab with it', () => {
  const { pageTitle } = renderWithApp(<${component} />, { path: '/${thing}' });
  expect(screen.getByRole('heading', { level: 1, name: '${title}' })).toBeInTheDocument();
  expect(pageTitle()).toBe('${title}');
});
`,
  };
}
