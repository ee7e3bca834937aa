import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { millisecondsInMinute } from 'date-fns/constants';

import type { SandboxRequest } from '../../src/sandbox/sandbox-messages';
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
  draw(file: Pick<PartToDraw, 'file' | 'integrity'>, request: SandboxRequest): Promise<Drawn>;
  /** Resolves when a process takes a release. */
  ready(): Promise<void>;
  close(): void;
}

/** The process of one release. */
interface Sandbox {
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
  const sandboxes = new Map<string, Sandbox>();
  const spare = keepSpare(files);

  function open(key: string, path: string, integrity: string): Sandbox {
    const sandbox: Sandbox = {
      waiting: 0,
      idle: setTimeout(() => end(key), IDLE_MS).unref(),
      renderer: Promise.all([spare.take(), readRelease(path, integrity)]).then(([blank, text]) => {
        blank.onEnd = () => {
          if (sandboxes.get(key) === sandbox) sandboxes.delete(key);
        };
        blank.renderer.install({ name: nameOf(path), text });
        return blank.renderer;
      }),
    };
    sandbox.renderer.catch(() => sandboxes.delete(key));
    sandboxes.set(key, sandbox);
    for (const [oldest] of sandboxes) {
      if (sandboxes.size <= MAX_RELEASES) break;
      end(oldest);
    }
    return sandbox;
  }

  function end(key: string): void {
    const sandbox = sandboxes.get(key);
    sandboxes.delete(key);
    clearTimeout(sandbox?.idle);
    sandbox?.renderer.then(
      (renderer) => renderer.close(),
      () => undefined,
    );
  }

  return {
    async draw({ file, integrity }, request) {
      const key = `${file} ${integrity}`;
      const sandbox = sandboxes.get(key) ?? open(key, file, integrity);
      if (sandbox.waiting >= MAX_WAITING) return { isBusy: true };
      // The order of the map is that of their last use.
      sandboxes.delete(key);
      sandboxes.set(key, sandbox);
      sandbox.idle.refresh();
      sandbox.waiting += 1;
      try {
        return await (await sandbox.renderer).draw(request);
      } catch (error) {
        return { fault: String(error) };
      } finally {
        sandbox.waiting -= 1;
      }
    },
    ready: spare.ready,
    close() {
      for (const { idle } of sandboxes.values()) clearTimeout(idle);
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
