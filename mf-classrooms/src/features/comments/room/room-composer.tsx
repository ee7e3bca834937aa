import { MAX_COMMENT_LENGTH } from '@manabiba/shared/contract/limits';
import { countCharacters } from '@manabiba/shared/format/count';
import { useIsOnline } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { Send } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';

import { draftOf, keepDraft } from '../drafts';
import styles from './room-comments.module.css';

/** From here on the counter is of use, in characters. */
const COUNTER_FROM = 400;
/** What Safari calls the Enter that ends a conversion, after the conversion has ended. */
const KEY_OF_INPUT_METHOD = 229;

/** A line to write in; Enter sends it, Shift and Enter begin a new line. What is typed outlives the panel. */
export function RoomComposer({ classroomId, onSend }: { classroomId: string; onSend: (body: string) => void }) {
  const [text, setText] = useState(() => draftOf(classroomId));
  const [problem, setProblem] = useState<string>();
  const isOnline = useIsOnline();
  const length = countCharacters(text);

  const change = (next: string) => {
    keepDraft(classroomId, next);
    setText(next);
    setProblem(undefined);
  };
  const send = () => {
    const body = text.trim();
    // The words stay in the field: the line above says why.
    if (body === '' || !isOnline) return;
    if (countCharacters(body) > MAX_COMMENT_LENGTH) {
      setProblem(`コメントは${MAX_COMMENT_LENGTH}文字以内で入力してください。`);
      return;
    }
    change('');
    onSend(body);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      event.keyCode === KEY_OF_INPUT_METHOD
    )
      return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} noValidate onSubmit={handleSubmit}>
      {!isOnline && (
        <p className={styles.offline} role="status">
          オフラインのため送信できません。入力した内容は残ります。
        </p>
      )}
      <div className={styles.line}>
        <div className={styles.field}>
          <TextArea
            label="コメント"
            isLabelHidden
            rows={1}
            placeholder="コメントを書く"
            enterKeyHint="send"
            className={styles.input}
            value={text}
            error={problem}
            maxCharacters={length >= COUNTER_FROM ? MAX_COMMENT_LENGTH : undefined}
            onChange={(event) => change(event.target.value)}
            onKeyDown={handleKeyDown}
          />
        </div>
        <IconButton type="submit" label="送信" isOutlined disabled={text.trim() === '' || !isOnline}>
          <Icon icon={Send} />
        </IconButton>
      </div>
    </form>
  );
}
