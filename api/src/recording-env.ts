import { join, resolve } from 'node:path';

import * as z from 'zod/mini';

import { type MediaEnv, mediaSchema } from './media-env';

export interface RecordingEnv {
  /** Null when rooms cannot be recorded. */
  recording: Recorder | null;
}

/** How rooms are recorded and their videos are composed. */
interface Recorder {
  /** The folder of recorded tracks, and the one in which videos are composed. */
  folder: string;
  workFolder: string;
  /** The built program of the composer. */
  composer: string;
  /** A model file of whisper.cpp, with which drafts of captions are recognized; null for none. */
  captionsModel: string | null;
  /** Whether LiveKit's Egress records, into the file storage; otherwise the embedded engine does, into the folder. */
  isStored: boolean;
}

/** The environment variables for voice, video and recordings, a part of the api's configuration. */
export const recordingSchema = {
  ...mediaSchema,
  /** The built program that composes videos. Without it nothing is recorded. */
  COMPOSER_SCRIPT: z._default(z.string(), ''),
  /** A model file of whisper.cpp. With it the speech of recordings is recognized. */
  CAPTIONS_MODEL: z._default(z.string(), ''),
  /** Whether LiveKit has an Egress service that uploads files to the bucket of STORAGE_URL. */
  LIVEKIT_EGRESS: z._default(z.enum(['on', 'off']), 'off'),
};

type Data = Record<'COMPOSER_SCRIPT' | 'CAPTIONS_MODEL' | 'DATA_DIR', string> & { LIVEKIT_EGRESS: 'on' | 'off' };

/** Returns null when nothing can be recorded or composed. */
export function toRecording(
  { COMPOSER_SCRIPT: composer, CAPTIONS_MODEL: model, LIVEKIT_EGRESS: egress, DATA_DIR: dataDir }: Data,
  media: MediaEnv | null,
): Recorder | null {
  const isStored = media?.kind === 'livekit';
  if (!media || !composer || (isStored && egress === 'off')) return null;
  return {
    folder: resolve(dataDir, 'recordings'),
    workFolder: join(resolve(dataDir), 'composing'),
    composer,
    captionsModel: model ? resolve(model) : null,
    isStored,
  };
}
