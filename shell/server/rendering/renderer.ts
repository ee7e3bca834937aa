import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import type { BootData } from '@manabiba/shared/page/boot-data';

import { type DrawRequest, MARKS, type RendererAnswer } from './renderer-messages';

/** Memory of a renderer process for the code of all remotes, in MB. */
const HEAP_MB = 128;
/** Processor time that one page may take, in milliseconds: far more than a page needs, however busy the machine is. */
const PAGE_CPU_MS = 1000;
/** Time that one page may take where the processor time of another process cannot be read, in milliseconds. */
const PAGE_MS = 10_000;
/** How often the time is read, in milliseconds. */
const LOOK_MS = 100;

export interface RendererFiles {
  /** The built program of the process (renderer-process.ts). */
  script: string;
  /** URL of the painter in the shell's build. */
  painter: string;
  /** Folder with the files that releases have for the server. */
  releasesDir: string;
}

type Page = Extract<RendererAnswer, { kind: 'page' }>;

export interface Renderer {
  /** Whether it has started and takes pages. */
  readonly isReady: boolean;
  /** Draws a page. Null when it cannot. */
  draw(request: Omit<DrawRequest, 'id'>): Promise<Page | null>;
  close(): void;
}

interface Listener {
  onReady: () => void;
  /** The process has ended: with the last part that began to draw when it was drawing. */
  onEnd: (end: { part: string | null; reason: string }) => void;
}

/** Starts one renderer process. */
export function startRenderer(files: RendererFiles, { onReady, onEnd }: Listener): Renderer {
  const child = start(files);
  const waiting = new Map<number, (page: Page | null) => void>();
  let isReady = false;
  let lastId = 0;
  const lastMark = readMarks(child.stdio[MARKS] as Readable);
  const time = watchTime(child, () => waiting.size > 0);

  child.on('message', (said: RendererAnswer) => {
    if (said.kind === 'ready') {
      isReady = true;
      return onReady();
    }
    const finish = waiting.get(said.id);
    waiting.delete(said.id);
    time.begin();
    finish?.(said.kind === 'page' ? said : null);
  });
  child.on('error', () => undefined);
  child.on('close', (code, signal) => {
    const isOver = time.end();
    isReady = false;
    const wasDrawing = waiting.size > 0;
    for (const finish of waiting.values()) finish(null);
    waiting.clear();
    onEnd({
      part: wasDrawing ? lastMark() : null,
      reason: isOver ? 'It did not end.' : `The process ended: ${signal ?? `code ${code}`}.`,
    });
  });

  return {
    get isReady() {
      return isReady;
    },
    draw(request) {
      if (!isReady || !child.connected) return Promise.resolve(null);
      if (waiting.size === 0) time.begin();
      const id = (lastId += 1);
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.send({ ...request, boot: forDrawing(request.boot), id }, (error) => {
          if (error && waiting.delete(id)) resolve(null);
        });
      });
    },
    close: () => void child.kill('SIGKILL'),
  };
}

/** What drawing reads of the boot data. Digests, file names and the token of the view are most of it. */
function forDrawing({ integrity: _digests, view: _token, registry, ...boot }: BootData): BootData {
  const remotes = Object.entries(registry.remotes).map(([name, { container, version, entry, routes, slots }]) => [
    name,
    { container, version, entry, routes, slots, preloads: { pages: {}, slots: {} }, integrity: {} },
  ]);
  return { ...boot, integrity: {}, registry: { ...registry, remotes: Object.fromEntries(remotes) } };
}

function start({ script, painter, releasesDir }: RendererFiles): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const readable = [script, `${dirname(fileURLToPath(painter))}/`, `${releasesDir}/`];
  return spawn(
    process.execPath,
    [
      permission,
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${HEAP_MB}`,
      '--no-warnings',
      script,
      painter,
    ],
    {
      // Dates are those of Japan, where the product is used; the code of remotes learns nothing else.
      env: { NODE_ENV: 'production', TZ: 'Asia/Tokyo' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
}

/** Reads the marks of a process. Returns a function that returns the last one, null between two pages. */
function readMarks(stream: Readable): () => string | null {
  let last = '';
  let unread = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    last = lines.at(-1) ?? last;
  });
  return () => last || null;
}

/** Ends a process that takes too much of its own processor time for a page. */
function watchTime(child: ChildProcess, isDrawing: () => boolean) {
  /** What the process had used when the page was first looked at: to read it for each page would cost more. */
  let spentBefore: number | null = null;
  let startedAt = 0;
  let timesOver = 0;
  const isOver = () => {
    const spent = spentBy(child);
    spentBefore ??= spent;
    return spent === null || spentBefore === null
      ? performance.now() - startedAt > PAGE_MS
      : spent - spentBefore > PAGE_CPU_MS;
  };
  const timer = setInterval(() => {
    // Answers that wait to be read arrive between two looks.
    timesOver = isDrawing() && isOver() ? timesOver + 1 : 0;
    if (timesOver === 2) child.kill('SIGKILL');
  }, LOOK_MS);
  return {
    /** A page begins. */
    begin(): void {
      spentBefore = null;
      startedAt = performance.now();
      timesOver = 0;
    },
    /** Returns whether the process was ended for its time. */
    end(): boolean {
      clearInterval(timer);
      return timesOver >= 2;
    },
  };
}

/** Clock ticks per second in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/** Returns the processor time that a process has used, in milliseconds; null where there is no /proc. */
function spentBy({ pid }: ChildProcess): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // User and system time: fields 14 and 15 of proc(5), of which the first two stand before the bracket.
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
  } catch {
    return null;
  }
}
