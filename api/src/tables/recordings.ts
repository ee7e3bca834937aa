import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface RecordedTracksTable {
  id: string;
  classroom_id: string;
  user_id: string;
  kind: 'voice' | 'camera' | 'screen';
  track_sid: string;
  egress_id: string | null;
  file: string;
  state: Generated<'starting' | 'active' | 'complete' | 'failed'>;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  created_at: Time;
  archive_id: Generated<string | null>;
  /** When the track became part of an archive, even if that is gone. */
  collected_at: OptionalTime;
}

export interface RecordingSpansTable {
  id: string;
  classroom_id: string;
  started_at: Time;
  ended_at: OptionalTime;
}

/** A sentence of live captions that was said into a recording. */
export interface RecordedLinesTable {
  id: string;
  classroom_id: string;
  user_id: string;
  text: string;
  started_at: Time;
  ended_at: Time;
  archive_id: Generated<string | null>;
}

/** Tables of what is recorded of rooms. */
export interface RecordingsTables {
  recorded_tracks: RecordedTracksTable;
  recording_spans: RecordingSpansTable;
  recorded_lines: RecordedLinesTable;
}
