import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

import { inRoot, root } from '../root.mjs';
import { bench as editUnderDev } from './hot-reload.mjs';
import { load, median, printVerdicts } from './support/figures.mjs';
import { runWatched } from './support/watched-process.mjs';

const REMOTE = 'mf-events';
const PAGE = inRoot(REMOTE, 'src/pages/events-page.tsx');
const EDITS = 3;
/** From an edit to the built release of one remote, in milliseconds. */
const REBUILD_LIMIT_MS = 5000;

/**
 * Benchmarks what developers wait for: all packages built without a cache, one remote rebuilt after an edit, an edit on
 * the screen under `npm run dev`; time, and memory of all processes together. Two to three minutes; the caches are
 * rebuilt, the edited file is restored.
 */
export async function bench() {
  await Promise.all(
    ['.cache/webpack', '.cache/built'].map((folder) => rm(inRoot(folder), { recursive: true, force: true })),
  );
  const cold = await runWatched([inRoot('tooling/build/build.mjs')], { cwd: root });
  console.log(`  all packages, nothing cached: ${seconds(cold.ms)}, ${megabytes(cold.peakBytes)}`);
  const rebuilds = await rebuildAfterEdits();
  const isSoonOnScreen = await editUnderDev();
  const times = rebuilds.map(({ ms }) => ms);
  const memory = Math.max(...rebuilds.map(({ peakBytes }) => peakBytes ?? 0)) || null;
  console.log(`\nBuilds, ${load()} on ${availableParallelism()} processors`);
  const holds = printVerdicts([
    [
      `${REMOTE} after an edit: ${seconds(median(times))} (median of ${EDITS}, worst ${seconds(Math.max(...times))}), ${megabytes(memory)}; at most ${seconds(REBUILD_LIMIT_MS)}`,
      median(times) <= REBUILD_LIMIT_MS,
    ],
  ]);
  return holds && isSoonOnScreen;
}

/** As `npm run release` builds: a separate process, with the cache of the last build. */
async function rebuildAfterEdits() {
  const original = await readFile(PAGE, 'utf8');
  const restore = () => writeFile(PAGE, original);
  const onInterrupt = () => void restore().then(() => process.exit(130));
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt);
  const build = () =>
    runWatched(
      [
        '--input-type=module',
        '-e',
        `import { buildStale } from './tooling/build/build.mjs'; await buildStale({ only: ['${REMOTE}'] });`,
      ],
      { cwd: root },
    );
  const rebuilds = [];
  try {
    for (let edit = 1; edit <= EDITS; edit += 1) {
      await writeFile(PAGE, withEdit(original, edit));
      const rebuild = await build();
      if (!rebuild.output.includes(REMOTE)) throw new Error(`The edit of ${PAGE} was not built.`);
      rebuilds.push(rebuild);
      console.log(`  ${REMOTE} after edit ${edit}: ${seconds(rebuild.ms)}, ${megabytes(rebuild.peakBytes)}`);
    }
  } finally {
    await restore();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  }
  await build();
  return rebuilds;
}

function withEdit(source, edit) {
  const edited = source.replace(/<h1([^>]*)>/, `<h1$1 data-edit="${edit}">`);
  if (edited === source) throw new Error(`${PAGE} has no heading to edit.`);
  return edited;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const megabytes = (bytes) =>
  bytes === null ? 'memory not known here' : `${Math.round(bytes / 1024 / 1024)} MB at most`;
