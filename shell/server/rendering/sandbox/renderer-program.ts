import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import type { ShellManifest } from '../../files/shell-manifest';
import type { RendererFiles } from './renderer';
import { findDeno } from './sandbox-command';

/**
 * Returns the program that renders pages with the code of remotes. Where the sandbox does not support the platform, the
 * server runs no code of remotes at all.
 */
export function rendererProgram(
  { rendererScript, shellDir }: { rendererScript?: string; shellDir: string },
  { sandboxRenderer }: ShellManifest,
  log: Pick<FastifyBaseLogger, 'warn'>,
): RendererFiles | undefined {
  if (!rendererScript || !sandboxRenderer) return undefined;
  const program = findDeno();
  if (program) return { program, script: rendererScript, sandboxRenderer: join(shellDir, sandboxRenderer) };
  log.warn('The package deno has no program for this platform: remotes are rendered in browsers only.');
  return undefined;
}
