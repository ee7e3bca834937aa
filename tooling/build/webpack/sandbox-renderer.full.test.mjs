import { join } from 'node:path';

import { bootOf, buildRenderer, startPageRenderer } from '../../../shell/server/testing/start-page-renderer';
import { compile } from '../compile.mjs';
import { sandboxRendererConfig } from './server-configs.mjs';

// The other tests run a sandbox renderer that is not minimized and keeps every module.

it('builds a renderer that works in a sandbox and leaves nothing that a page could change', async () => {
  const world = await buildRenderer();
  const folder = join(world.releasesDir, '..', 'production');
  const config = sandboxRendererConfig();
  await compile({ ...config, output: { ...config.output, path: folder }, plugins: config.plugins?.filter(isNoMap) });
  const files = { ...world.files, sandboxRenderer: join(folder, 'sandbox-renderer.cjs') };
  const { renderer, faults } = await startPageRenderer({ ...world, files }, { patienceMs: 30_000 });
  const { renderer: whole } = await startPageRenderer(world, { patienceMs: 30_000 });
  try {
    const part = await world.release(
      'mf-events',
      `const { jsx } = require('react/jsx-runtime');
       const { useId } = require('react');
       exports.slots = { 'top-events': async () => () => {
         const seen = [new URL('/催し?a=1', 'https://example.com').href, new URLSearchParams({ b: '二' }).toString(), typeof leaked];
         try { JSON.stringify = null; } catch {}
         leaked = 'x';
         return jsx('p', { title: useId(), children: seen.join(' ') });
       } };`,
      'slots',
      'top-events',
    );
    for (let times = 0; times < 2; times += 1) {
      const page = await renderer.render(bootOf([part]), { pathname: '/', search: '' }, [part]);
      expect(faults).toEqual([]);
      expect(page?.html).toContain('>https://example.com/%E5%82%AC%E3%81%97?a=1 b=%E4%BA%8C undefined</p>');
      // Ids follow the tree, of which this renderer leaves out what is around the page.
      expect(page).toEqual(await whole.render(bootOf([part]), { pathname: '/', search: '' }, [part]));
    }
  } finally {
    renderer.close();
    whole.close();
    await world.remove();
  }
});

/** Source maps are written next to the product's. */
const isNoMap = (plugin) => plugin?.constructor.name !== 'SourceMapDevToolPlugin';
