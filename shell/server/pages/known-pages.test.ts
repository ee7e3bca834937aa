import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServedRegistry } from '@manabiba/releases';
import { type AppPath, paths } from '@manabiba/shared/navigation/paths';
import { isOwnPage } from '@manabiba/shared/page/reserved-paths';

import { findPage } from './known-pages';

const root = join(import.meta.dirname, '../../..');

/** The pages and slots that this tree's own remotes offer once they are released. */
function registryOfThisTree(): ServedRegistry {
  const names = readdirSync(root).filter((name) => name.startsWith('mf-'));
  const remotes = names.map((name) => {
    const offers = JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8')) as object;
    return [
      name,
      { slots: [], firstCalls: { pages: {}, slots: {} }, preloads: { pages: {}, slots: {} }, integrity: {}, ...offers },
    ] as const;
  });
  return { remotes: Object.fromEntries(remotes) } as unknown as ServedRegistry;
}

/** Pages that the web server renders without the shell. */
const servedAlone: readonly AppPath[] = [paths.status];

it.each(Object.entries<AppPath>(paths))('has a page at the path "%s"', (_name, { pattern }) => {
  const pathname = pattern.replace(/\{\w+\}/g, 'x_1');
  const isAlone = servedAlone.some((path) => path.pattern === pattern);
  expect(
    isAlone ? isOwnPage(pathname) : findPage(pathname, registryOfThisTree(), { isDevelopment: false }),
  ).toBeTruthy();
});
