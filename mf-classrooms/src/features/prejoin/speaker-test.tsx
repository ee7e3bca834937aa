import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Volume2 } from 'lucide-react';
import { useState } from 'react';

import styles from './prejoin.module.css';

/** The frequencies of the three tones, in hertz. */
const TONES = [523, 659, 784];
const TONE_SECONDS = 0.25;
const GAP_SECONDS = 0.15;

type Answer = 'playing' | 'heard' | 'silent';

/** Plays three short tones on the selected speaker device and asks whether the user heard them. */
export function SpeakerTest({ speakerId }: { speakerId: string | null }) {
  const [answer, setAnswer] = useState<Answer>();
  const play = () => {
    setAnswer('playing');
    void playTones(speakerId);
  };
  return (
    <>
      <Button icon={<Icon icon={Volume2} />} onClick={play}>
        試す
      </Button>
      <div role="status" className={styles.speakerAnswer}>
        {answer === 'playing' && (
          <>
            <p>短い音を3回鳴らしました。音が聞こえますか。</p>
            <Button size="small" onClick={() => setAnswer('heard')}>
              聞こえた
            </Button>
            <Button size="small" variant="ghost" onClick={() => setAnswer('silent')}>
              聞こえない
            </Button>
          </>
        )}
        {answer === 'heard' && <p>スピーカーは使えます。</p>}
        {answer === 'silent' && <p>端末の音量を上げるか、別のスピーカーを選んで、もう一度お試しください。</p>}
      </div>
    </>
  );
}

async function playTones(speakerId: string | null): Promise<void> {
  const context = new AudioContext() as AudioContext & { setSinkId?: (id: string) => Promise<void> };
  // A browser that cannot choose speakers uses the system default.
  if (speakerId !== null) await context.setSinkId?.(speakerId).catch(() => undefined);
  const from = context.currentTime;
  const tones = TONES.map((frequency, index) => {
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.2 });
    const at = from + index * (TONE_SECONDS + GAP_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void context.close());
}
