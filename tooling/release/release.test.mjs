import nameChunks from '../webpack/name-chunks-loader.cjs';
import { describeRelease } from './release.mjs';

const aBuild = (change = {}) => ({
  name: 'mf-events',
  packageVersion: '1.0.0',
  offers: { routes: [{ path: '/events', page: 'events' }], slots: ['top-events'] },
  files: { 'remote-entry.1.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-1' } },
  chunks: new Map([
    ['mf_events', ['remote-entry.1.js']],
    ['door', ['door.1.js']],
    ['page-events', ['common.1.js', 'page-events.1.css', 'page-events.1.js']],
    ['slot-top-events', ['slot-top-events.1.js']],
  ]),
  ...change,
});

describe('a release', () => {
  it('lists the files that a page and a slot need beyond the entry', () => {
    const { container, entry, preloads } = describeRelease(aBuild());
    expect({ container, entry, preloads }).toEqual({
      container: 'mf_events',
      entry: 'remote-entry.1.js',
      preloads: {
        pages: { events: ['door.1.js', 'common.1.js', 'page-events.1.css', 'page-events.1.js'] },
        slots: { 'top-events': ['door.1.js', 'slot-top-events.1.js'] },
      },
    });
  });

  it('has the same version for the same content', () => {
    expect(describeRelease(aBuild()).version).toBe(describeRelease(aBuild()).version);
    const other = { 'remote-entry.1.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-2' } };
    expect(describeRelease(aBuild({ files: other })).version).not.toBe(describeRelease(aBuild()).version);
  });

  it('names the file for the server, which is part of its version', () => {
    const serverFile = { path: 'server/remote.cjs', bytes: 1, integrity: 'sha384-3' };
    const release = describeRelease(aBuild({ serverFile }));
    expect(release.serverFile).toEqual(serverFile);
    expect(release.version).not.toBe(describeRelease(aBuild()).version);
    expect(release.version).not.toBe(
      describeRelease(aBuild({ serverFile: { ...serverFile, integrity: 'sha384-4' } })).version,
    );
  });

  it('rejects pages and slots that its door does not have', () => {
    const offers = { routes: [{ path: '/tickets', page: 'tickets' }], slots: [] };
    expect(() => describeRelease(aBuild({ offers }))).toThrow(
      'remote.json offers the page "tickets", which src/remote.tsx does not export.',
    );
  });
});

it("names the door's chunks by their keys", () => {
  const door = [
    "export const pages: RemoteDoor['pages'] = {",
    "  event: () => import('./pages/event-page').then((m) => m.EventPage),",
    '};',
    "export const slots: RemoteDoor['slots'] = {",
    "  'top-events': () => import('./features/event-list/top-events').then((m) => m.TopEvents),",
    '};',
  ].join('\n');
  const named = nameChunks(door);
  expect(named).toContain('import(/* webpackChunkName: "page-event" */ \'./pages/event-page\')');
  expect(named).toContain('import(/* webpackChunkName: "slot-top-events" */ \'./features/event-list/top-events\')');
});
