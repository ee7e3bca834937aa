import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import type { BootData } from '@manabiba/shared/page/boot-data';

import type { SandboxAnswer, SandboxRequest } from '../../../src/sandbox/sandbox-messages';
import { type SandboxCommand, readAnswer, readReport } from './renderer-messages';
import { sandboxCommand } from './sandbox-command';

/** Processor time limit of a page, in milliseconds: far more than a page needs, however busy the machine is. */
const PAGE_CPU_MS = 1000;
/** Time limit of a page where the processor time of another process cannot be read, in milliseconds. */
const PAGE_MS = 10_000;
/** Memory limit of a process, in bytes. Higher than that of its heap, which has no buffers. */
const MAX_BYTES = 400 * 1024 * 1024;
/** Interval at which time and memory are read, in milliseconds. */
const WATCH_MS = 100;
/** Longest line that is accepted, in characters: an answer. */
const MAX_LINE = 1_000_000;

export interface RendererFiles {
  /** Deno. */
  program: string;
  /** The built program of a sandbox (sandbox-process.ts). */
  script: string;
  /** Path of the sandbox renderer in the shell's build. */
  sandboxRenderer: string;
}

/** The file of a release that a renderer runs. */
export interface ReleaseFile {
  /** Its name in stack traces. */
  name: string;
  text: string;
}

/**
 * The answer of the process; why it ended on this page; or that it could not render, through no fault of the release.
 */
export type RenderResult = { answer: SandboxAnswer } | { fault: string } | { isBusy: true };

export interface Renderer {
  /** Runs the file of a release: once. */
  install(file: ReleaseFile): void;
  /** Renders parts of the release. */
  render(request: SandboxRequest): Promise<RenderResult>;
  close(): void;
}

const END_OF_LINE = Buffer.from('}\n');

interface Listener {
  onReady: () => void;
  onEnd: (reason: string) => void;
}

type Sandbox = ChildProcessByStdio<Writable, Readable, null>;

/** Starts one process for the code of one release. */
export function startRenderer(
  { program, script, sandboxRenderer }: RendererFiles,
  { onReady, onEnd }: Listener,
): Renderer {
  const child = spawnSandbox(program, script);
  const waiting = new Map<number, (result: RenderResult) => void>();
  let isReady = false;
  let lastId = 0;
  /** The page whose answer is the next line. */
  let answered: number | undefined;
  let fault = '';
  let isClosed = false;
  const end = (reason: string) => {
    fault ||= reason;
    child.kill('SIGKILL');
  };
  const watch = watchUse(child, () => waiting.size > 0, end);

  const send = (message: SandboxCommand) => child.stdin.write(`${JSON.stringify(message)}\n`);
  readLines(child.stdout, () => end('It wrote too much.'), handleLine);

  function handleLine(line: string): void {
    if (answered !== undefined) return handleAnswer(answered, line);
    const report = readReport(line);
    if (!report) return end('It wrote something that is no report.');
    if (report.kind === 'ready') {
      isReady = true;
      return onReady();
    }
    if (report.kind === 'failed') return end(report.reason);
    answered = report.id;
  }

  function handleAnswer(id: number, line: string): void {
    answered = undefined;
    const answer = readAnswer(line);
    if (!answer) return end('It answered something that is no answer.');
    const finish = waiting.get(id);
    waiting.delete(id);
    watch.begin();
    finish?.({ answer });
  }

  child.on('close', (code, signal) => {
    watch.end();
    isReady = false;
    const reason = fault || `The process ended: ${signal ?? `code ${code}`}.`;
    // Pages are rendered in order: those behind the first have not started.
    const [current, ...others] = waiting.values();
    waiting.clear();
    current?.(isClosed ? { isBusy: true } : { fault: reason });
    for (const finish of others) finish({ isBusy: true });
    onEnd(reason);
  });
  send({ kind: 'start', renderer: readFileSync(sandboxRenderer, 'utf8') });

  return {
    install: (file) => void send({ kind: 'install', ...file }),
    render(request) {
      if (!isReady || child.exitCode !== null) return Promise.resolve({ isBusy: true });
      if (waiting.size === 0) watch.begin();
      const id = (lastId += 1);
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send({ kind: 'render', id });
        child.stdin.write(lineOf(request));
      });
    },
    close() {
      isClosed = true;
      child.kill('SIGKILL');
    },
  };
}

function spawnSandbox(program: string, script: string): Sandbox {
  const [command, ...args] = sandboxCommand(program, script);
  const child: Sandbox = spawn(command, args, {
    // Dates are in Japan time, where the product is used. Deno stores no files.
    env: { PATH: process.env.PATH ?? '', TZ: 'Asia/Tokyo', DENO_NO_UPDATE_CHECK: '1', DENO_DIR: '/nonexistent' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
  });
  // Both are followed by 'close'.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  return child;
}

const bootTexts = new WeakMap<BootData, Buffer>();

/** Serializes a request. The boot data, most of it, are written once for all releases of a page. */
function lineOf({ boot, ...request }: SandboxRequest): Buffer {
  const known = bootTexts.get(boot) ?? Buffer.from(JSON.stringify(forRendering(boot)));
  bootTexts.set(boot, known);
  return Buffer.concat([Buffer.from(`${JSON.stringify(request).slice(0, -1)},"boot":`), known, END_OF_LINE]);
}

/** Boot data without what rendering does not read: digests, file names and the token of the view are most of it. */
function forRendering({ integrity: _digests, view: _token, registry, ...boot }: BootData): BootData {
  const remotes = Object.entries(registry.remotes).map(([name, { container, version, entry, routes, slots }]) => [
    name,
    { container, version, entry, routes, slots, preloads: { pages: {}, slots: {} }, integrity: {} },
  ]);
  return { ...boot, integrity: {}, registry: { ...registry, remotes: Object.fromEntries(remotes) } };
}

/** Reads a stream line by line, until a line is too long. */
function readLines(stream: Readable, onTooLong: () => void, onLine: (line: string) => void): void {
  let unread: string[] = [];
  let size = 0;
  stream.setEncoding('utf8').on('data', (text: string) => {
    const [rest = '', ...later] = text.split('\n');
    unread.push(rest);
    size += rest.length;
    for (const next of later) {
      onLine(unread.join(''));
      unread = [next];
      size = next.length;
    }
    if (size <= MAX_LINE) return;
    stream.destroy();
    onTooLong();
  });
}

/** Ends a process that uses too much processor time for or after a page, or too much memory. */
function watchUse(child: ChildProcess, isRendering: () => boolean, end: (reason: string) => void) {
  /**
   * Time used by the process when the watch first ran for this page: reading it at the start of each page costs more.
   */
  let spentBefore: number | null = null;
  let startedAt = 0;
  let timesOver = 0;
  const isOver = () => {
    const spent = spentBy(child);
    spentBefore ??= spent;
    return spent === null || spentBefore === null
      ? isRendering() && performance.now() - startedAt > PAGE_MS
      : spent - spentBefore > PAGE_CPU_MS;
  };
  const timer = setInterval(() => {
    // Answers that are still to be read arrive between two runs.
    timesOver = isOver() ? timesOver + 1 : 0;
    if (timesOver === 2) end('It did not end.');
    if (heldBy(child) > MAX_BYTES) end('It took too much memory.');
  }, WATCH_MS);
  return {
    /** Starts the limits of a page. */
    begin(): void {
      spentBefore = null;
      startedAt = performance.now();
      timesOver = 0;
    },
    end: () => clearInterval(timer),
  };
}

/** Clock ticks per second in /proc, on every Linux that Node runs on. */
const TICKS = 100;
/** Bytes of a page of memory, on the platforms of Deno. */
const PAGE_BYTES = 4096;

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

/** Returns the memory that a process holds, in bytes; 0 where there is no /proc. */
function heldBy({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
