import { dispose } from '@livekit/rtc-node';
import { runInChild } from '@manabiba/engine-process/run-in-child';

import { readTalk } from '../../../api/src/demo/speaker/read-talk';
import { speakInRoom } from '../../../api/src/demo/speaker/speak';
import { identityOf, rightsOf } from '../../../api/src/modules/classrooms/media/media-rights';
import { createMediaServer } from '../../../api/src/modules/classrooms/media/media-server';
import type { SpeakerOptions } from './speaker-options';

// The speaker runs in a process of its own because its native library can abort the process that loads it.

const SPEAKER = { role: 'speaker', onlyListens: false, awaitsConsent: false } as const;

runInChild<SpeakerOptions>(async ({ media, classroomId, userId, talk }, logger) => {
  const server = createMediaServer(media);
  const stop = speakInRoom({
    talk: await readTalk(talk),
    url: media.apiUrl,
    sign: async (kind) => {
      const rights = rightsOf(kind, SPEAKER);
      if (!rights) throw new Error('A speaker may use every connection.');
      return server.sign(classroomId, identityOf(userId, kind), rights);
    },
    onTrouble: (err) => logger.warn({ err }, 'the demo class is silent for a moment'),
  });
  return {
    url: media.apiUrl,
    health: async () => undefined,
    metrics: () => '',
    close: async () => {
      await stop();
      await dispose();
    },
  };
});
