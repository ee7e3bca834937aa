import type { MediaEnv } from '../../../api/src/media-env';

/** The start options of the demo speaker's process. */
export interface SpeakerOptions {
  media: MediaEnv;
  classroomId: string;
  userId: string;
  /** Folder of the talk. */
  talk: string;
}
