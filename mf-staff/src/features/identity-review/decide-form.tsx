import { MAX_STAFF_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { Chip } from '@manabiba/shared/ui/filter-chips';
import { TextArea } from '@manabiba/shared/ui/text-area';
import type { RefObject } from 'react';

import { returnTemplates } from './return-templates';

import styles from './decide-form.module.css';

interface DecideFormProps {
  reason: string;
  onReason: (reason: string) => void;
  reasonRef: RefObject<HTMLTextAreaElement | null>;
  error: string | undefined;
  onApprove: () => void;
  onReturn: () => void;
}

/** The two decisions: approve, or return with a reason that the person reads. */
export function DecideForm({ reason, onReason, reasonRef, error, onApprove, onReturn }: DecideFormProps) {
  return (
    <div className={styles.decide}>
      <fieldset>
        <legend>差し戻す理由</legend>
        <div className={styles.chips}>
          {returnTemplates.map(({ name, text }) => (
            <Chip key={name} isPressed={reason === text} onPress={() => onReason(text)}>
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      <TextArea
        ref={reasonRef}
        label="本人に届く文"
        rows={2}
        maxCharacters={MAX_STAFF_REASON_LENGTH}
        value={reason}
        error={error}
        onChange={(event) => onReason(event.target.value)}
      />
      <div className={styles.buttons}>
        <p className={styles.note}>
          開くたびに、だれが見たかを記録します。画像には透かしが入ります。書類は判断の30日後に消えます。
        </p>
        <Button aria-keyshortcuts="r" onClick={onReturn}>
          差し戻す<kbd aria-hidden>R</kbd>
        </Button>
        <Button variant="primary" aria-keyshortcuts="a" onClick={onApprove}>
          承認する<kbd aria-hidden>A</kbd>
        </Button>
      </div>
      <p className={styles.keys}>
        キーボード: <kbd>J</kbd>
        <kbd>K</kbd>または<kbd>↓</kbd>
        <kbd>↑</kbd>で次の方・前の方、<kbd>1</kbd>〜<kbd>5</kbd>で理由、<kbd>A</kbd>で承認、<kbd>R</kbd>で差し戻し
      </p>
    </div>
  );
}
