import type HlsClass from 'hls.js';
import type { ErrorData, HlsConfig } from 'hls.js';

import { resignUrl } from './resign-url';
import type { MediaUrls, OpenSource, Source, SourceOptions } from './source';

/** How much is loaded ahead before the viewer starts playback, and afterwards, in seconds. */
const PREVIEW_SECONDS = 1;
const AHEAD_SECONDS = 60;
/** Responses to an address whose signature no longer counts. */
const EXPIRED_STATUSES = [401, 403, 410];

/** Loads hls.js, which most viewers on Apple devices never need, and returns a source for a stream. */
export const openHlsSource: OpenSource = async (options) => {
  const { default: Hls } = await import(/* webpackChunkName: "hls" */ 'hls.js/light');
  return createHlsSource(Hls, options);
};

function createHlsSource(Hls: typeof HlsClass, options: SourceOptions): Source {
  const { video, urls, startAt, onQualities, onProgress } = options;
  const first = absolute(urls.hlsUrl);
  let current = first;
  const hls = new Hls({
    startPosition: startAt > 0 ? startAt : -1,
    maxBufferLength: PREVIEW_SECONDS,
    maxMaxBufferLength: AHEAD_SECONDS,
    backBufferLength: AHEAD_SECONDS,
    capLevelToPlayerSize: true,
    xhrSetup: (request, url) => request.open('GET', resignUrl(absolute(url), first, current), true),
  } satisfies Partial<HlsConfig>);
  const { Events } = Hls;
  hls.on(Events.MANIFEST_PARSED, () => onQualities(hls.levels.map(({ height }, id) => ({ id, height }))));
  hls.on(Events.FRAG_BUFFERED, onProgress);
  hls.on(Events.ERROR, createErrorHandler(Hls, hls, options));
  hls.loadSource(current);
  hls.attachMedia(video);
  return {
    start: () => {
      hls.config.maxBufferLength = AHEAD_SECONDS;
    },
    resume: (renewed: MediaUrls) => {
      current = absolute(renewed.hlsUrl);
      if (hls.levels.length === 0) hls.loadSource(current);
      else hls.startLoad(video.currentTime || startAt);
    },
    setQuality: (id) => {
      hls.nextLevel = id ?? -1;
    },
    destroy: () => hls.destroy(),
  };
}

function createErrorHandler(Hls: typeof HlsClass, hls: HlsClass, { onProblem }: SourceOptions) {
  let hasRecovered = false;
  return (_event: string, { fatal, type, response }: ErrorData) => {
    // A refused file is not retried, so the buffer plays on while the address is renewed.
    if (EXPIRED_STATUSES.includes(response?.code ?? 0)) return onProblem('expired');
    if (!fatal) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR) return onProblem('connection');
    if (type !== Hls.ErrorTypes.MEDIA_ERROR || hasRecovered) return onProblem('unplayable');
    hasRecovered = true;
    hls.recoverMediaError();
  };
}

const absolute = (url: string | null) => new URL(url ?? '', location.href).href;
