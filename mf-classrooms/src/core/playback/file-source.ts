import type { MediaUrls, OpenSource, SourceOptions } from './source';

/** `MediaError.MEDIA_ERR_NETWORK` and `MEDIA_ERR_SRC_NOT_SUPPORTED`: how browsers report a refused or failed request. */
const NETWORK_ERROR = 2;
const SOURCE_ERROR = 4;

/** A source whose address the video element itself plays: an MP4 file, or a stream in browsers that play HLS. */
export const openFileSource =
  (key: keyof MediaUrls): OpenSource =>
  (options) =>
    Promise.resolve(createFileSource(key, options));

function createFileSource(key: keyof MediaUrls, { video, urls, startAt, onProblem, onProgress }: SourceOptions) {
  /** Position at which the address was renewed in vain; a second failure there is not due to the signature. */
  let renewedAt: number | null = null;

  const load = (url: string | null, at: number) => {
    const isPlaying = !video.paused;
    video.preload = 'metadata';
    video.src = url ?? '';
    if (at > 0) video.addEventListener('loadedmetadata', () => (video.currentTime = at), { once: true });
    if (isPlaying) void video.play().catch(() => undefined);
  };
  const handleError = () => {
    const code = video.error?.code ?? 0;
    if (code !== NETWORK_ERROR && code !== SOURCE_ERROR) return onProblem('unplayable');
    if (!navigator.onLine) return onProblem('connection');
    const at = video.currentTime;
    if (renewedAt === at) return onProblem(code === NETWORK_ERROR ? 'connection' : 'unplayable');
    renewedAt = at;
    onProblem('expired');
  };
  const handleProgress = () => {
    renewedAt = null;
    onProgress();
  };
  video.addEventListener('error', handleError);
  video.addEventListener('timeupdate', handleProgress);
  load(urls[key], startAt);
  return {
    start: () => {
      video.preload = 'auto';
    },
    resume: (renewed: MediaUrls) => load(renewed[key], video.currentTime || startAt),
    setQuality: () => undefined,
    destroy: () => {
      video.removeEventListener('error', handleError);
      video.removeEventListener('timeupdate', handleProgress);
      video.removeAttribute('src');
      video.load();
    },
  };
}
