import type { Archive } from '@manabiba/shared/contract/archives';

/** The signed addresses of a recording. */
export type MediaUrls = Pick<Archive, 'hlsUrl' | 'fileUrl'>;

export interface Quality {
  /** The index of hls.js. */
  id: number;
  /** The height of the video, in pixels. */
  height: number;
}

/**
 * Why a source does not go on: its signature has expired, the network does not answer, or the browser cannot play it.
 */
export type SourceProblem = 'expired' | 'connection' | 'unplayable';

export interface SourceEvents {
  onQualities: (qualities: Quality[]) => void;
  onProblem: (problem: SourceProblem) => void;
  /** Data arrives again. */
  onProgress: () => void;
}

/** What fills a video element. */
export interface Source {
  /** Loads ahead from now on. Until then, only what the first frame needs is fetched. */
  start: () => void;
  /** Goes on after a problem, with addresses that may be newly signed. */
  resume: (urls: MediaUrls) => void;
  /** Null lets the connection decide. */
  setQuality: (id: number | null) => void;
  destroy: () => void;
}

export interface SourceOptions extends SourceEvents {
  video: HTMLVideoElement;
  urls: MediaUrls;
  /** Where playback begins, in seconds. */
  startAt: number;
}

export type OpenSource = (options: SourceOptions) => Promise<Source>;
