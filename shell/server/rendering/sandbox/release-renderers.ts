import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { millisecondsInMinute } from 'date-fns/constants';

import type { SandboxRequest } from '../../../src/sandbox/sandbox-messages';
import { type RenderResult, type Renderer, type RendererFiles, startRenderer } from './renderer';
import type { PartToRender } from './renderer-messages';

/** Releases that have a process at the same time; the least recently used one is ended for another. */
const MAX_RELEASES = 10;
/** How long an idle process is kept, in milliseconds. */
const IDLE_MS = 5 * millisecondsInMinute;
/** Maximum number of pages that wait for one renderer: further ones would be late. */
const MAX_WAITING = 32;
/** Delay before the next start of a renderer that ended before it was ready, in milliseconds; doubled each time. */
const RESTART_MS = { least: 250, most: 60_000 };

export interface ReleaseRenderers {
  /** Renders with the code of the release that has this file. */
  render(file: Pick<PartToRender, 'file' | 'integrity'>, request: SandboxRequest): Promise<RenderResult>;
  /** Resolves when a process is ready for a release. */
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
interface SpareProcess {
  renderer: Renderer;
  onEnd: () => void;
}

interface SpareRenderer {
  /** Hands out the spare process and starts another. */
  take(): Promise<SpareProcess>;
  ready(): Promise<void>;
  /** Ends all processes, including those that were handed out. */
  close(): void;
}

/** Keeps one process ready for a release: starting one takes longer than a page waits. */
function keepSpare(files: RendererFiles): SpareRenderer {
  const all = new Set<Renderer>();
  let isClosed = false;
  let restartMs = RESTART_MS.least;
  const start = () => new Promise<SpareProcess>((resolve) => launch(resolve));
  let spare = start();

  function launch(give: (spareProcess: SpareProcess) => void): void {
    if (isClosed) return;
    let wasReady = false;
    const spareProcess: SpareProcess = {
      onEnd: () => {
        spare = start();
      },
      renderer: startRenderer(files, {
        onReady: () => {
          wasReady = true;
          restartMs = RESTART_MS.least;
          give(spareProcess);
        },
        onEnd: () => {
          all.delete(spareProcess.renderer);
          if (isClosed) return;
          if (wasReady) return spareProcess.onEnd();
          setTimeout(() => launch(give), restartMs).unref();
          restartMs = Math.min(restartMs * 2, RESTART_MS.most);
        },
      }),
    };
    all.add(spareProcess.renderer);
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

/** Keeps a process for each release in use. */
export function createReleaseRenderers(files: RendererFiles): ReleaseRenderers {
  const processes = new Map<string, Sandbox>();
  const spare = keepSpare(files);

  function open(key: string, path: string, integrity: string): Sandbox {
    const sandbox: Sandbox = {
      waiting: 0,
      idle: setTimeout(() => end(key), IDLE_MS).unref(),
      renderer: Promise.all([spare.take(), readRelease(path, integrity)]).then(([spareProcess, text]) => {
        spareProcess.onEnd = () => {
          if (processes.get(key) === sandbox) processes.delete(key);
        };
        spareProcess.renderer.install({ name: nameOf(path), text });
        return spareProcess.renderer;
      }),
    };
    sandbox.renderer.catch(() => processes.delete(key));
    processes.set(key, sandbox);
    for (const [oldest] of processes) {
      if (processes.size <= MAX_RELEASES) break;
      end(oldest);
    }
    return sandbox;
  }

  function end(key: string): void {
    const sandbox = processes.get(key);
    processes.delete(key);
    clearTimeout(sandbox?.idle);
    sandbox?.renderer.then(
      (renderer) => renderer.close(),
      () => undefined,
    );
  }

  return {
    async render({ file, integrity }, request) {
      const key = `${file} ${integrity}`;
      const sandbox = processes.get(key) ?? open(key, file, integrity);
      if (sandbox.waiting >= MAX_WAITING) return { isBusy: true };
      // Keeps the map in order of last use.
      processes.delete(key);
      processes.set(key, sandbox);
      sandbox.idle.refresh();
      sandbox.waiting += 1;
      try {
        return await (await sandbox.renderer).render(request);
      } catch (error) {
        return { fault: String(error) };
      } finally {
        sandbox.waiting -= 1;
      }
    },
    ready: spare.ready,
    close() {
      for (const { idle } of processes.values()) clearTimeout(idle);
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
