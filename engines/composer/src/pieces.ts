import type { Composition, RecordedTrack, Scene } from './composition';
import { scenesOf } from './composition';

/** A part of the video that is encoded by itself. Times of its scenes in seconds since its start. */
export interface Piece {
  readonly from: number;
  readonly until: number;
  readonly scenes: readonly Scene[];
}

/** Pieces end where a player can start, in seconds. */
export const STEP_SECONDS = 2;
/** A killed process repeats at most this much of the video. */
const MAX_STEPS = 150;
/** Files that are open at the same time. */
const MAX_TRACKS = 6;

const tracksOf = (scenes: readonly Scene[]) =>
  new Set(scenes.flatMap(({ screen, camera }) => [screen, camera].filter((track) => track !== undefined)));

/**
 * Divides a composition that begins at 0 into pieces that show few tracks each, so that memory does not depend on how
 * often cameras and screens were switched on and off.
 */
export function piecesOf(composition: Composition): Piece[] {
  const scenes = scenesOf(composition);
  const steps = Math.ceil(composition.until / STEP_SECONDS);
  const pieces: Piece[] = [];
  let first = 0;
  let shown = new Set<RecordedTrack>();
  let next = 0;
  const close = (step: number) => {
    pieces.push(pieceOf(scenes, first * STEP_SECONDS, Math.min(step * STEP_SECONDS, composition.until)));
    first = step;
  };
  for (let step = 0; step < steps; step += 1) {
    const from = step * STEP_SECONDS;
    while (next < scenes.length && (scenes[next] as Scene).until <= from) next += 1;
    const inside: Scene[] = [];
    for (let index = next; index < scenes.length && (scenes[index] as Scene).from < from + STEP_SECONDS; index += 1)
      inside.push(scenes[index] as Scene);
    const tracks = tracksOf(inside);
    const together = new Set([...shown, ...tracks]);
    if (step > first && (together.size > MAX_TRACKS || step - first >= MAX_STEPS)) {
      close(step);
      shown = tracks;
    } else shown = together;
  }
  close(steps);
  return pieces;
}

function pieceOf(scenes: readonly Scene[], from: number, until: number): Piece {
  const inside = scenes.filter((scene) => scene.until > from && scene.from < until);
  const own = inside.map((scene) => ({
    ...scene,
    from: Math.max(scene.from, from) - from,
    until: Math.min(scene.until, until) - from,
  }));
  return { from, until, scenes: own };
}
