#!/usr/bin/env node
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { inRoot } from '../root.mjs';

const HELP = `remote-kit new mf-NAME [--title TITLE]   a remote in this folder, with a page at /NAME
remote-kit dev REMOTE --shell URL        the remote from source in a running product, for your own browser
remote-kit check                         types, lint and boundaries
remote-kit test [FILE...]                unit tests
remote-kit build [REMOTE...]             the files of a release
remote-kit release REMOTE --to URL       builds, passes the gate, goes live; --rollback, --retire`;

/** Paths of the programs of the commands. */
const PROGRAMS = {
  new: () => inRoot('tooling/release-kit/new.mjs'),
  dev: () => inRoot('tooling/release-kit/dev.mjs'),
  check: () => inRoot('tooling/release-kit/check.mjs'),
  test: () => createRequire(import.meta.url).resolve('jest/bin/jest'),
  build: () => inRoot('tooling/release-kit/build.mjs'),
  release: () => inRoot('tooling/release-kit/release/run.mjs'),
};

const [command = '', ...words] = process.argv.slice(2);
const program = PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (command)]?.();
if (program) {
  // In this process, so that signals reach it: the program finds its own words where they always are.
  process.argv = [process.execPath, program, ...words];
  await import(pathToFileURL(program).href);
} else {
  console.error(HELP);
  process.exitCode = 1;
}
