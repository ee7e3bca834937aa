/** How the frames of a rendition are encoded. Rates in bits per second. */
export interface Encoding {
  /** Constant quality of H.264, as libx264 counts it: lower is better. */
  readonly quality: number;
  readonly rate: number;
  /** Frames between two at which a player can start. */
  readonly gopSize: number;
}

/** Some decoded sound: 16 bits, one channel. */
export interface SoundPart {
  /** Seconds on the clock of the file. */
  readonly at: number;
  readonly samples: Int16Array;
}

/** Times of the first and the last packet of a file on its own clock, in seconds. */
export interface PacketTimes {
  readonly first: number;
  readonly last: number;
}

/** Encoded pieces of video that follow each other, as a list for FFmpeg's concat demuxer, and their sound. */
export interface EncodedParts {
  readonly video: string;
  readonly sound: string;
}

/** Two threads at most: composing shares its machine with live classes. */
export const THREADS = 2;
export const PRESET = 'veryfast';

/** No FFmpeg is installed on this machine. */
export class CodecMissing extends Error {
  override readonly name = 'CodecMissing';
}

/** What FFmpeg does for the composer. Filter graphs open their own files. */
export interface Transcoder {
  /** Returns the times of a recorded track; null when nothing of it can be read. */
  timesOf(path: string): Promise<PacketTimes | null>;
  /** Decodes `out0` of a graph as it is asked for. */
  sound(graph: string): AsyncIterable<SoundPart>;
  /** Encodes each video output of a graph into an MP4 file. Returns how many frames each has. */
  encodeVideo(
    graph: string,
    targets: readonly { readonly path: string; readonly encoding: Encoding }[],
    onSeconds: (seconds: number) => void,
  ): Promise<number>;
  /** Encodes `out0` of a graph as AAC in an MP4 file. */
  encodeSound(graph: string, path: string, rate: number): Promise<void>;
  /** Joins encoded parts to an MP4 file that plays while it loads. */
  joinFile(parts: EncodedParts, path: string): Promise<void>;
  /** Joins encoded parts to segments of fragmented MP4 with a playlist, `index.m3u8`. */
  joinSegments(parts: EncodedParts, folder: string, segmentSeconds: number): Promise<void>;
  /** Writes the first frame of a graph as a JPEG. */
  still(graph: string, path: string): Promise<void>;
}

/** Options of the HLS muxer. */
export const segmentOptions = (folder: string, segmentSeconds: number) => ({
  hls_time: segmentSeconds,
  hls_playlist_type: 'vod',
  hls_segment_type: 'fmp4',
  hls_fmp4_init_filename: 'init.mp4',
  hls_segment_filename: `${folder}/%d.m4s`,
  hls_flags: 'independent_segments',
});
