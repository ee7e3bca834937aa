import { CodecMissing } from './transcoder';

/** The libraries of FFmpeg. */
export type Libraries = typeof import('node-av');

/** Loads the libraries. Throws `CodecMissing` where the optional package is not installed for this platform. */
export async function loadLibraries(): Promise<Libraries> {
  const av = await import('node-av').catch((cause: unknown) => {
    throw new CodecMissing('FFmpeg is not installed: the optional package node-av cannot be loaded.', { cause });
  });
  av.Log.setLevel(av.AV_LOG_FATAL);
  return av;
}
