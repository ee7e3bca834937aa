import { existsSync } from 'node:fs';

import { inRoot } from '../../../tooling/root.mjs';
import { goProgram, placeOfGoProgram } from '../go/go-program.mjs';

/** A program that evaluates expressions with the engine of Prometheus. Its own tool, promtool, takes far longer to build. */
const PROGRAM = {
  name: 'promql',
  path: 'github.com/prometheus/prometheus/promql',
  version: 'v0.305.0',
  main: inRoot('e2e/platform/observability/promql/main.go'),
};

/** Builds the engine unless it is there. */
export const promqlEngine = () => goProgram(PROGRAM);

/** @returns {string | undefined} The path of the engine if it has been built. */
export function builtPromqlEngine() {
  const path = placeOfGoProgram(PROGRAM);
  return existsSync(path) ? path : undefined;
}
