import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';

import type { MediaSession } from '../media/session/media-session';

/** Props shared by all parts of a live room: the room, and the viewer's role in it. */
export interface RoomPartProps {
  classroom: ClassroomDetail;
  /** The viewer's key for a private classroom. */
  classroomKey: string | undefined;
  /** The viewer's current role, which the host may change. */
  role: RoomRole;
  /** Whether audio and video are available. Without a media engine there are comments, reactions, hands and roles. */
  hasMedia: boolean;
  /** The host's image on the cards of the classroom; undefined for everybody else. */
  cardImage?: CardImage | undefined;
  /** Called with the participants who are in another group, whom the stage does not show. */
  onScope?: ((away: ReadonlySet<string>) => void) | undefined;
}

/** A still image of what the host shows, on the cards of lists. */
export interface CardImage {
  isOn: boolean;
  /** Whether the host shows a screen or camera that can be captured. */
  hasVideo: boolean;
  onChange: (isOn: boolean) => void;
}

/** The viewer's session in a room, from joining to leaving. */
export interface RoomContext {
  /** The role on joining; the live documents have the current one. */
  role: RoomRole;
  /** The offset of the server's clock from this device's, in milliseconds. */
  clockAheadMs: number;
  hasMedia: boolean;
  /** Whether the viewer came to listen, without having seen how much data that takes. */
  onlyListens: boolean;
  /** Voice and video; null until their code has loaded, and where the room has none. */
  media: MediaSession | null;
  leave: () => void;
  /** Called when the host has ended the class. */
  finish: () => void;
  /** Sets the microphone state reported by heartbeats. */
  keepMuted: (isMuted: boolean) => void;
  /** Whether the viewer has agreed to be recorded, and how to remember a change of that for rejoining. */
  hasConsented: boolean;
  keepConsent: (hasConsented: boolean) => void;
}
