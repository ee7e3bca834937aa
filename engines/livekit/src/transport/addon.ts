import { isMainThread } from 'node:worker_threads';

type Addon = typeof import('node-datachannel');

/** The media library is unavailable here; the message says why. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable';
}

/**
 * Loads the native library. Loading it in a second thread aborts the process, so it is only loaded in the main thread;
 * several engines need several processes.
 */
export async function loadAddon(mainThread = isMainThread): Promise<Addon> {
  if (!mainThread)
    throw new MediaUnavailable('node-datachannel must be loaded in the main thread of a process of its own.');
  try {
    return await import('node-datachannel');
  } catch (error) {
    throw new MediaUnavailable(
      `node-datachannel has no binary for ${process.platform} ${process.arch}: ${(error as Error).message}`,
    );
  }
}
