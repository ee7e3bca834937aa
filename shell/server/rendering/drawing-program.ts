import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import type { ShellManifest } from '../files/shell-manifest';
import { findDeno } from './cage-command';
import type { RendererFiles } from './renderer';

/**
 * Returns the program that draws pages with the code of remotes. Without a cage for this platform the server runs no
 * code of remotes at all.
 */
export function drawingProgram(
  { rendererScript, shellDir }: { rendererScript?: string; shellDir: string },
  { cagePainter }: ShellManifest,
  log: Pick<FastifyBaseLogger, 'warn'>,
): RendererFiles | undefined {
  if (!rendererScript || !cagePainter) return undefined;
  const program = findDeno();
  if (program) return { program, script: rendererScript, painter: join(shellDir, cagePainter) };
  log.warn('The package deno has no program for this platform: only browsers draw what remotes draw.');
  return undefined;
}
