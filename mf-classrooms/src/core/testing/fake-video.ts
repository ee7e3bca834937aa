/** Playback, which jsdom lacks: a test moves the position itself, and play and pause only dispatch their events. */
export function installFakeVideo(): void {
  const prototype = HTMLMediaElement.prototype;
  jest.spyOn(prototype, 'load').mockImplementation(() => undefined);
  jest.spyOn(prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    playing.add(this);
    this.dispatchEvent(new Event('playing'));
    return Promise.resolve();
  });
  jest.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this);
    this.dispatchEvent(new Event('pause'));
  });
  jest.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this);
  });
  jest.spyOn(prototype, 'readyState', 'get').mockReturnValue(4);
}

const playing = new WeakSet<HTMLMediaElement>();

/** Plays on to a position, as a browser reports it. */
export function playTo(video: HTMLMediaElement, seconds: number): void {
  for (let at = video.currentTime + 0.25; at <= seconds; at += 0.25) {
    video.currentTime = at;
    video.dispatchEvent(new Event('timeupdate'));
  }
}

/** Fails as a browser does: 2 for the network, 4 for a refused or unknown file. */
export function failWith(video: HTMLMediaElement, code: 2 | 3 | 4): void {
  Object.defineProperty(video, 'error', { configurable: true, value: { code } });
  video.dispatchEvent(new Event('error'));
}
