import { openFileSource } from './file-source';
import { openHlsSource } from './hls-source';
import type { MediaUrls, OpenSource } from './source';

/**
 * Returns the ways to play a recording in this browser, in the order of trying: the stream by the browser itself, the
 * stream by hls.js, the file.
 */
export function sourcesFor(video: HTMLVideoElement, { hlsUrl, fileUrl }: MediaUrls): OpenSource[] {
  const canPlayStream = video.canPlayType('application/vnd.apple.mpegurl') !== '';
  const canFeed = 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
  return [
    ...(hlsUrl !== null && canPlayStream ? [openFileSource('hlsUrl')] : []),
    ...(hlsUrl !== null && canFeed ? [openHlsSource] : []),
    ...(fileUrl !== null ? [openFileSource('fileUrl')] : []),
  ];
}
