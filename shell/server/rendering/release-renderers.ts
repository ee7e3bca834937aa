import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { millisecondsInMinute } from 'date-fns/constants';

import type { CageRequest } from '../../src/cage/cage-messages';
import { type Drawn, type Renderer, type RendererFiles, startRenderer } from './renderer';
import type { PartToDraw } from './renderer-messages';

/** Releases that have a process at the same time; the one that drew least recently ends for another. */
const MAX_RELEASES = 10;
/** How long a process stays that draws nothing, in milliseconds. */
const IDLE_MS = 5 * millisecondsInMinute;
/** Pages that may wait for one renderer: those behind would be late. */
const MAX_WAITING = 32;
/** Delay before the next start of a renderer that ended before it was ready, in milliseconds; doubled each time. */
const RESTART_MS = { least: 250, most: 60_000 };

export interface ReleaseRenderers {
  /** Draws with the code of the release that has this file. */
  draw(file: Pick<PartToDraw, 'file' | 'integrity'>, request: CageRequest): Promise<Drawn>;
  /** Resolves when a process takes a release. */
  ready(): Promise<void>;
  close(): void;
}

/** The process of one release. */
interface Cage {
  renderer: Promise<Renderer>;
  waiting: number;
  idle: NodeJS.Timeout;
}

/** A process without a release. */
interface Blank {
  renderer: Renderer;
  onEnd: () => void;
}

interface SpareRenderer {
  /** Gives the spare process away, and starts another. */
  take(): Promise<Blank>;
  ready(): Promise<void>;
  /** Ends all processes, those that were given away too. */
  close(): void;
}

/** Keeps one process that waits for a release: to start one takes longer than a page waits. */
function keepSpare(files: RendererFiles): SpareRenderer {
  const all = new Set<Renderer>();
  let isClosed = false;
  let restartMs = RESTART_MS.least;
  const start = () => new Promise<Blank>((resolve) => launch(resolve));
  let spare = start();

  function launch(give: (blank: Blank) => void): void {
    if (isClosed) return;
    let wasReady = false;
    const blank: Blank = {
      onEnd: () => {
        spare = start();
      },
      renderer: startRenderer(files, {
        onReady: () => {
          wasReady = true;
          restartMs = RESTART_MS.least;
          give(blank);
        },
        onEnd: () => {
          all.delete(blank.renderer);
          if (isClosed) return;
          if (wasReady) return blank.onEnd();
          setTimeout(() => launch(give), restartMs).unref();
          restartMs = Math.min(restartMs * 2, RESTART_MS.most);
        },
      }),
    };
    all.add(blank.renderer);
  }

  return {
    take: () => {
      const taken = spare;
      spare = start();
      return taken;
    },
    ready: async () => void (await spare),
    close: () => {
      isClosed = true;
      for (const renderer of all) renderer.close();
    },
  };
}

/** Keeps a process for each release that draws. */
export function createReleaseRenderers(files: RendererFiles): ReleaseRenderers {
  const cages = new Map<string, Cage>();
  const spare = keepSpare(files);

  function open(key: string, path: string, integrity: string): Cage {
    const cage: Cage = {
      waiting: 0,
      idle: setTimeout(() => end(key), IDLE_MS).unref(),
      renderer: Promise.all([spare.take(), readRelease(path, integrity)]).then(([blank, text]) => {
        blank.onEnd = () => {
          if (cages.get(key) === cage) cages.delete(key);
        };
        blank.renderer.install({ name: nameOf(path), text });
        return blank.renderer;
      }),
    };
    cage.renderer.catch(() => cages.delete(key));
    cages.set(key, cage);
    for (const [oldest] of cages) {
      if (cages.size <= MAX_RELEASES) break;
      end(oldest);
    }
    return cage;
  }

  function end(key: string): void {
    const cage = cages.get(key);
    cages.delete(key);
    clearTimeout(cage?.idle);
    cage?.renderer.then(
      (renderer) => renderer.close(),
      () => undefined,
    );
  }

  return {
    async draw({ file, integrity }, request) {
      const key = `${file} ${integrity}`;
      const cage = cages.get(key) ?? open(key, file, integrity);
      if (cage.waiting >= MAX_WAITING) return { isBusy: true };
      // The order of the map is that of their last use.
      cages.delete(key);
      cages.set(key, cage);
      cage.idle.refresh();
      cage.waiting += 1;
      try {
        return await (await cage.renderer).draw(request);
      } catch (error) {
        return { fault: String(error) };
      } finally {
        cage.waiting -= 1;
      }
    },
    ready: spare.ready,
    close() {
      for (const { idle } of cages.values()) clearTimeout(idle);
      spare.close();
    },
  };
}

/** Reads the file of a release. Rejects for a file with another digest. */
async function readRelease(path: string, integrity: string): Promise<string> {
  const content = await readFile(path);
  if (`sha384-${createHash('sha384').update(content).digest('base64')}` !== integrity)
    throw new Error(`${nameOf(path)} is not the file of the release: its digest differs.`);
  return content.toString('utf8');
}

/** A file in stack traces, without the folders of this machine: `releases-on-server/mf-events/1.0.0.cjs`. */
const nameOf = (path: string) =>
  join(basename(dirname(dirname(path))), basename(dirname(path)), basename(path)).replaceAll('\\', '/');
