import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { toast } from '@manabiba/shared/platform';
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
}

/** Automatic captions, off until the viewer turns them on. The viewer's own voice gets some after they have agreed. */
export function useCaptions({ media, people, myId, maySpeak }: CaptionsOptions): Captions {
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
  const isSending = isOn && maySpeak && consent === 'given' && isMicOn;
  useOwnCaptions(media, isSending, {
    onText: (text, isFinal) => setCaption({ fromId: myId, text, isFinal }),
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
  handlers: { onText: (text: string, isFinal: boolean) => void; onRefused: () => void },
): void {
  const handleText = useEffectEvent(handlers.onText);
  const handleRefused = useEffectEvent(handlers.onRefused);
  useEffect(() => {
    if (!media || !isSending) return undefined;
    let sentAt = 0;
    return recognizeSpeech(
      (text, isFinal) => {
        handleText(text, isFinal);
        if (!isFinal && Date.now() - sentAt < INTERIM_MS) return;
        sentAt = Date.now();
        sendCaption(media, { text, isFinal });
      },
      () => handleRefused(),
    );
  }, [media, isSending]);
}
