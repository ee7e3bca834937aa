/** A recorded track. Times in seconds on the one clock of the recording. */
export interface RecordedTrack {
  /** Absolute path of the file, whose first frame is at `from`. */
  readonly file: string;
  /** Time of the first frame on the file's own clock, where that is not 0. */
  readonly firstAt?: number;
  readonly kind: 'voice' | 'camera' | 'screen';
  readonly personId: string;
  readonly from: number;
  readonly until: number;
}

/** A time in which somebody spoke. */
export interface Speech {
  readonly personId: string;
  readonly from: number;
  readonly until: number;
}

/** A sentence that somebody said. */
export interface SpokenLine extends Speech {
  readonly text: string;
}

/** Who speaks when, as JSON in the folder of the video, so that it outlives a kill. Not part of the video. */
export const SPEECHES_FILE = 'speeches.json';
/** What was said, in the same way. */
export const LINES_FILE = 'lines.json';

/** What becomes one video: its tracks, and the part of their time that is kept. */
export interface Composition {
  readonly tracks: readonly RecordedTrack[];
  /** Who spoke when. Found in the voices when it is not given. */
  readonly speeches: readonly Speech[];
  /** Whose camera is shown while nobody with a camera has spoken. */
  readonly hostId: string;
  readonly from: number;
  readonly until: number;
  /** Times in which somebody is neither heard nor seen: what they have taken out. */
  readonly removals?: readonly Speech[];
}

/** A part of the video with the same tracks in the same places. Times in seconds since its start. */
export interface Scene {
  readonly from: number;
  readonly until: number;
  readonly screen: RecordedTrack | undefined;
  readonly camera: RecordedTrack | undefined;
}

/** A voice must have been heard for this long before its camera replaces another, in seconds. */
const HOLD_SECONDS = 1.5;

/** Returns the composition with its cut applied: times start at 0, and what lies outside is gone. */
export function cut({ tracks, speeches, removals, hostId, from, until }: Composition): Composition {
  const inside = <T extends { from: number; until: number }>(spans: readonly T[]) =>
    spans.filter((span) => span.until > from && span.from < until);
  const moved = (spans: readonly Speech[]) =>
    inside(spans).map((span) => ({
      ...span,
      from: Math.max(span.from, from) - from,
      until: Math.min(span.until, until) - from,
    }));
  return {
    hostId,
    from: 0,
    until: until - from,
    // A track may begin before the cut: its start stays negative, so that its file still fits.
    tracks: inside(tracks).map((track) => ({
      ...track,
      from: track.from - from,
      until: Math.min(track.until, until) - from,
    })),
    speeches: moved(speeches),
    ...(removals && { removals: moved(removals) }),
  };
}

/** Returns the composition without the tracks of people who take their part out. */
export function without(composition: Composition, personIds: ReadonlySet<string>): Composition {
  const isKept = ({ personId }: { personId: string }) => !personIds.has(personId);
  return { ...composition, tracks: composition.tracks.filter(isKept), speeches: composition.speeches.filter(isKept) };
}

/** Returns what is shown when, from 0 to the end without gaps: the latest screen, and the camera of who speaks. */
export function scenesOf(composition: Composition): Scene[] {
  const { tracks, speeches, removals = [], hostId, until } = composition;
  const turns = speeches.filter((speech) => speech.until - speech.from >= HOLD_SECONDS);
  const times = [
    0,
    until,
    ...tracks.filter(({ kind }) => kind !== 'voice').flatMap((track) => [track.from, track.until]),
    ...turns.map((turn) => turn.from + HOLD_SECONDS),
    ...removals.flatMap((removal) => [removal.from, removal.until]),
  ];
  const edges = [...new Set(times.filter((time) => time >= 0 && time <= until))].sort((a, b) => a - b);
  const scenes: Scene[] = [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const gone = new Set(removals.filter((removal) => isOn(removal, from)).map(({ personId }) => personId));
    const shown = tracks.filter((track) => isOn(track, from) && !gone.has(track.personId));
    const scene = {
      from,
      until: edges[index + 1] as number,
      screen: latestScreen(shown),
      camera: cameraAt(shown, turns, hostId, from),
    };
    const last = scenes.at(-1);
    if (last && last.screen === scene.screen && last.camera === scene.camera)
      scenes[scenes.length - 1] = { ...last, until: scene.until };
    else scenes.push(scene);
  }
  return scenes;
}

const isOn = (span: { from: number; until: number }, at: number) => span.from <= at && at < span.until;

const latestScreen = (shown: readonly RecordedTrack[]): RecordedTrack | undefined =>
  shown.filter(({ kind }) => kind === 'screen').sort((a, b) => b.from - a.from)[0];

function cameraAt(
  shown: readonly RecordedTrack[],
  turns: readonly Speech[],
  hostId: string,
  at: number,
): RecordedTrack | undefined {
  const cameras = shown.filter(({ kind }) => kind === 'camera');
  const heard = turns.filter((turn) => turn.from + HOLD_SECONDS <= at).sort((a, b) => b.from - a.from);
  const people = [...heard.map(({ personId }) => personId), hostId];
  const found = people.map((personId) => cameras.find((camera) => camera.personId === personId));
  return found.find(Boolean) ?? cameras[0];
}
