import type { Captions } from './use-captions';

import styles from './captions.module.css';

/** The captions below the stage. Two lines are always reserved, so that the stage keeps still. */
export function CaptionLine({ isOn, line }: Captions) {
  if (!isOn) return null;
  return (
    <p className={styles.caption} role="log" aria-label="自動字幕">
      {line ? (
        <>
          <b>
            {line.nickname}
            <i>自動字幕</i>
          </b>
          <span>{line.text}</span>
        </>
      ) : (
        <b>自動字幕 字幕を付けている方の発言が、ここに表示されます。</b>
      )}
    </p>
  );
}
