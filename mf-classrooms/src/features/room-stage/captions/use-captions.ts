import { MAX_CAPTION_LINE_LENGTH, MAX_CAPTION_LINE_MS } from '@manabiba/shared/contract/limits';
import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { addCaptionLine } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import type { MediaSession } from '../../../core/media/session/media-session';
import { useMediaState } from '../../../core/media/use-media-state';
import { type Caption, listenToCaptions, sendCaption } from './caption-message';
import { canRecognizeSpeech, recognizeSpeech } from './speech-recognition';

/** How long a caption stays after the last word, in milliseconds. */
const SHOWN_MS = 8000;
/** Shortest time between two interim results that are sent, in milliseconds. */
const INTERIM_MS = 400;

export interface Captions {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** The latest caption with its speaker; null while nobody speaks. */
  line: { nickname: string; text: string } | null;
  /** The question whether the viewer's own voice gets captions; null while it is not asked. */
  question: { agree: () => void; decline: () => void } | null;
}

interface CaptionsOptions {
  media: MediaSession | null;
  people: readonly RoomUserDoc[] | undefined;
  myId: string;
  /** Whether the viewer may speak. */
  maySpeak: boolean;
  /** The room, while it is recorded; else null. */
  recordedRoomId: string | null;
}

/** Automatic captions, off until the viewer turns them on. The viewer's own voice gets some after they have agreed. */
export function useCaptions({ media, people, myId, maySpeak, recordedRoomId }: CaptionsOptions): Captions {
  const [isOn, setIsOn] = useState(false);
  const [consent, setConsent] = useState<'asked' | 'given' | 'refused' | null>(null);
  const [caption, setCaption] = useState<Caption | null>(null);
  const { isMicOn } = useMediaState(media);
  useEffect(() => (media && isOn ? listenToCaptions(media, setCaption) : undefined), [media, isOn]);
  useEffect(() => {
    if (!caption) return undefined;
    const timer = setTimeout(() => setCaption(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [caption]);
  const { run: addLine } = useEndpointMutation(addCaptionLine);
  const isSending = isOn && maySpeak && consent === 'given' && isMicOn;
  useOwnCaptions(media, isSending, {
    onText: (text, isFinal) => setCaption({ fromId: myId, text, isFinal }),
    // The archive's captions may lack a sentence; the class goes on.
    onSentence: (body) => {
      if (recordedRoomId !== null) void addLine({ params: { id: recordedRoomId }, body }).catch(() => undefined);
    },
    onRefused: () => {
      setConsent('refused');
      toast.message('このブラウザーでは、音声認識を使用できませんでした。');
    },
  });

  const speaker = people?.find(({ id }) => id === caption?.fromId);
  // A modified client may send captions although its user may only listen.
  const mayCaption = speaker !== undefined && speaker.role !== 'listener';
  return {
    isOn,
    setOn: (next) => {
      setIsOn(next);
      setCaption(null);
      if (next && maySpeak && canRecognizeSpeech()) setConsent((known) => (known === 'given' ? known : 'asked'));
    },
    line: isOn && caption && mayCaption ? { nickname: speaker.nickname, text: caption.text } : null,
    question:
      isOn && consent === 'asked' ? { agree: () => setConsent('given'), decline: () => setConsent('refused') } : null,
  };
}

/** Recognizes the viewer's voice and sends the captions. */
function useOwnCaptions(
  media: MediaSession | null,
  isSending: boolean,
  handlers: {
    onText: (text: string, isFinal: boolean) => void;
    onSentence: (sentence: { text: string; spokenForMs: number }) => void;
    onRefused: () => void;
  },
): void {
  const handleText = useEffectEvent(handlers.onText);
  const handleSentence = useEffectEvent(handlers.onSentence);
  const handleRefused = useEffectEvent(handlers.onRefused);
  useEffect(() => {
    if (!media || !isSending) return undefined;
    let sentAt = 0;
    let begunAt: number | null = null;
    return recognizeSpeech(
      (text, isFinal) => {
        const now = Date.now();
        begunAt ??= now;
        handleText(text, isFinal);
        if (isFinal) {
          const spokenForMs = Math.min(MAX_CAPTION_LINE_MS, Math.max(0, now - begunAt));
          handleSentence({ text: text.slice(0, MAX_CAPTION_LINE_LENGTH), spokenForMs });
          begunAt = null;
        }
        if (!isFinal && now - sentAt < INTERIM_MS) return;
        sentAt = now;
        sendCaption(media, { text, isFinal });
      },
      () => handleRefused(),
    );
  }, [media, isSending]);
}
