import { join } from 'node:path';

import { EgressInfo, EgressStatus, FileInfo, TrackEgressRequest } from '@livekit/protocol';

import type { PublishedTrack } from '../media/media-plane';
import { SourceTrack } from '../media/source-track';
import { newSid } from '../rooms/ids';
import type { Room } from '../rooms/room';
import { type RecordedFile, TrackRecording } from './track-recording';

/** Events of recordings, for webhooks. */
export interface RecordingEvent {
  readonly event: 'egress_started' | 'egress_updated' | 'egress_ended';
  readonly egressInfo: EgressInfo;
}

/** A recording that cannot be started; the message says why. */
export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
  constructor(
    readonly code: 'invalid_argument' | 'failed_precondition' | 'resource_exhausted',
    message: string,
  ) {
    super(message);
  }
}

interface RecordingsDeps {
  /** The folder of all files; without one nothing can be recorded. */
  readonly folder: string | undefined;
  readonly maxRecordings: number;
  onEvent(event: RecordingEvent): void;
  onFailure(failure: unknown): void;
}

interface RunningRecording {
  readonly info: EgressInfo;
  readonly recording: TrackRecording;
  /** Resolves once the file is closed. */
  ending: Promise<void> | undefined;
}

/** Ended recordings that lists still contain. */
const MAX_ENDED = 500;
/** Folders and a name of letters, digits, `-` and `_`, so that no path leads out of the folder. */
const FILE_PATH = /^(?:[\w-]+\/){0,4}[\w-]+(?:\.webm)?$/;

/** The recordings of one media process, as LiveKit's Egress service describes them. */
export class Recordings {
  readonly #running = new Map<string, RunningRecording>();
  readonly #ended: EgressInfo[] = [];

  constructor(private readonly deps: RecordingsDeps) {}

  get all(): EgressInfo[] {
    return [...this.#ended, ...[...this.#running.values()].map(({ info }) => info)];
  }

  get size(): number {
    return this.#running.size;
  }

  /** Starts recording a track. Throws `RecordingRefused`. Later failures are reported by an event. */
  start(room: Room, track: PublishedTrack, request: TrackEgressRequest): EgressInfo {
    const { folder, maxRecordings } = this.deps;
    if (!folder) throw new RecordingRefused('failed_precondition', 'This server does not record.');
    if (this.#running.size >= maxRecordings)
      throw new RecordingRefused('resource_exhausted', 'There are too many recordings.');
    if (!(track instanceof SourceTrack)) throw new RecordingRefused('failed_precondition', 'The track has ended.');
    const filename = filenameOf(request);
    const info = new EgressInfo({
      egressId: newSid('EG'),
      roomId: room.sid,
      roomName: room.name,
      status: EgressStatus.EGRESS_STARTING,
      updatedAt: nanoseconds(Date.now()),
      request: { case: 'track', value: request },
    });
    const recording = new TrackRecording(track, join(folder, filename), {
      started: (startedAt) => this.#handleStarted(info, startedAt),
      ended: (failure) => void this.#end(info.egressId, filename, failure),
    });
    this.#running.set(info.egressId, { info, recording, ending: undefined });
    this.#emit('egress_started', info);
    return info;
  }

  /** Ends a recording and resolves to its final state once the file is closed; undefined if there is none. */
  async stop(egressId: string): Promise<EgressInfo | undefined> {
    const running = this.#running.get(egressId);
    if (!running) return this.#ended.find((info) => info.egressId === egressId);
    await this.#end(egressId, filenameOf(running.info.request.value as TrackEgressRequest));
    return running.info;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((egressId) => this.stop(egressId)));
  }

  #handleStarted(info: EgressInfo, startedAt: number): void {
    if (info.endedAt !== 0n) return;
    info.status = EgressStatus.EGRESS_ACTIVE;
    info.startedAt = nanoseconds(startedAt);
    this.#emit('egress_updated', info);
  }

  #end(egressId: string, filename: string, failure?: Error): Promise<void> {
    const running = this.#running.get(egressId);
    if (!running) return Promise.resolve();
    running.ending ??= this.#finish(running, filename, failure);
    return running.ending;
  }

  async #finish({ info, recording }: RunningRecording, filename: string, failure: Error | undefined): Promise<void> {
    let file: RecordedFile | undefined;
    let reason: unknown = failure;
    try {
      file = await recording.stop();
    } catch (thrown) {
      reason ??= thrown;
    }
    if (reason) {
      this.deps.onFailure(reason);
      info.status = EgressStatus.EGRESS_FAILED;
      info.error = (reason as NodeJS.ErrnoException).code ?? 'internal';
    } else if (file) {
      info.status = EgressStatus.EGRESS_COMPLETE;
      info.fileResults = [fileInfo(file, filename)];
    } else {
      // LiveKit's words for a track that sent nothing.
      info.status = EgressStatus.EGRESS_ABORTED;
      info.error = 'Start signal not received';
    }
    info.endedAt = nanoseconds(file?.endedAt ?? Date.now());
    this.#running.delete(info.egressId);
    this.#ended.push(info);
    if (this.#ended.length > MAX_ENDED) this.#ended.shift();
    this.#emit('egress_ended', info);
  }

  #emit(event: RecordingEvent['event'], info: EgressInfo): void {
    info.updatedAt = nanoseconds(Date.now());
    this.deps.onEvent({ event, egressInfo: info });
  }
}

function filenameOf({ output }: TrackEgressRequest): string {
  if (output.case !== 'file' || output.value.output.case !== undefined)
    throw new RecordingRefused('invalid_argument', 'Tracks are recorded to files in the folder of the server only.');
  const { filepath } = output.value;
  if (!FILE_PATH.test(filepath) || filepath.length > 500)
    throw new RecordingRefused('invalid_argument', 'The file path is not valid.');
  return filepath.endsWith('.webm') ? filepath : `${filepath}.webm`;
}

const fileInfo = ({ startedAt, endedAt, bytes }: RecordedFile, filename: string) =>
  new FileInfo({
    filename,
    location: filename,
    startedAt: nanoseconds(startedAt),
    endedAt: nanoseconds(endedAt),
    duration: nanoseconds(endedAt - startedAt),
    size: BigInt(bytes),
  });

/** Converts milliseconds; the fraction is kept to microseconds. */
const nanoseconds = (ms: number) => BigInt(Math.round(ms * 1000)) * 1000n;
