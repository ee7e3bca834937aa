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

/** What becomes one video: its tracks, and the part of their time that is kept. */
export interface Composition {
  readonly tracks: readonly RecordedTrack[];
  /** Who spoke when. Found in the voices when it is not given. */
  readonly speeches: readonly Speech[];
  /** Whose camera is shown while nobody with a camera has spoken. */
  readonly hostId: string;
  readonly from: number;
  readonly until: number;
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
export function cut({ tracks, speeches, hostId, from, until }: Composition): Composition {
  const inside = <T extends { from: number; until: number }>(spans: readonly T[]) =>
    spans.filter((span) => span.until > from && span.from < until);
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
    speeches: inside(speeches).map((speech) => ({
      ...speech,
      from: Math.max(speech.from, from) - from,
      until: Math.min(speech.until, until) - from,
    })),
  };
}

/** Returns the composition without the tracks of people who take their part out. */
export function without(composition: Composition, personIds: ReadonlySet<string>): Composition {
  const isKept = ({ personId }: { personId: string }) => !personIds.has(personId);
  return { ...composition, tracks: composition.tracks.filter(isKept), speeches: composition.speeches.filter(isKept) };
}

/** Returns what is shown when, from 0 to the end without gaps: the latest screen, and the camera of who speaks. */
export function scenesOf(composition: Composition): Scene[] {
  const { tracks, speeches, hostId, until } = composition;
  const turns = speeches.filter((speech) => speech.until - speech.from >= HOLD_SECONDS);
  const times = [
    0,
    until,
    ...tracks.filter(({ kind }) => kind !== 'voice').flatMap((track) => [track.from, track.until]),
    ...turns.map((turn) => turn.from + HOLD_SECONDS),
  ];
  const edges = [...new Set(times.filter((time) => time >= 0 && time <= until))].sort((a, b) => a - b);
  const scenes: Scene[] = [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const scene = {
      from,
      until: edges[index + 1] as number,
      screen: latest(tracks, 'screen', from),
      camera: cameraAt(tracks, turns, hostId, from),
    };
    const last = scenes.at(-1);
    if (last && last.screen === scene.screen && last.camera === scene.camera)
      scenes[scenes.length - 1] = { ...last, until: scene.until };
    else scenes.push(scene);
  }
  return scenes;
}

const isOn = (track: RecordedTrack, at: number) => track.from <= at && at < track.until;

function latest(tracks: readonly RecordedTrack[], kind: RecordedTrack['kind'], at: number): RecordedTrack | undefined {
  return tracks.filter((track) => track.kind === kind && isOn(track, at)).sort((a, b) => b.from - a.from)[0];
}

function cameraAt(
  tracks: readonly RecordedTrack[],
  turns: readonly Speech[],
  hostId: string,
  at: number,
): RecordedTrack | undefined {
  const cameras = tracks.filter((track) => track.kind === 'camera' && isOn(track, at));
  const heard = turns.filter((turn) => turn.from + HOLD_SECONDS <= at).sort((a, b) => b.from - a.from);
  const people = [...heard.map(({ personId }) => personId), hostId];
  const found = people.map((personId) => cameras.find((camera) => camera.personId === personId));
  return found.find(Boolean) ?? cameras[0];
}
