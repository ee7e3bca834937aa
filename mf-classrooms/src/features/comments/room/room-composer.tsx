import { MAX_COMMENT_LENGTH } from '@manabiba/shared/contract/limits';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { countCharacters } from '@manabiba/shared/format/count';
import { isInputMethodKey } from '@manabiba/shared/forms/input-method';
import { useIsOnline } from '@manabiba/shared/platform';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { Send, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { draftOf, keepDraft } from '../../../core/room/drafts';
import { Quote, quoteOf } from '../quote';

import styles from './room-comments.module.css';

/** The character count from which the counter is shown. */
const COUNTER_FROM = 400;

/** What the composer writes instead of a new comment. */
export interface Writing {
  kind: 'reply' | 'edit';
  comment: RoomCommentDoc;
}

interface RoomComposerProps {
  classroomId: string;
  /** Undefined for a new comment. */
  writing: Writing | undefined;
  onCancel: () => void;
  onSend: (body: string) => void;
}

/** A one-line composer; Enter sends, Shift+Enter inserts a line break. The draft survives unmounting the panel. */
export function RoomComposer({ classroomId, writing, onCancel, onSend }: RoomComposerProps) {
  // What replaces a comment is no draft of the next one.
  const draftKey = writing?.kind === 'edit' ? `${classroomId} ${writing.comment.id}` : classroomId;
  const [text, setText] = useState(() => draftOf(draftKey) || (writing?.kind === 'edit' ? writing.comment.body : ''));
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (writing) field.current?.focus();
  }, [writing]);
  const [problem, setProblem] = useState<string>();
  const isOnline = useIsOnline();
  const length = countCharacters(text);

  const change = (next: string) => {
    keepDraft(draftKey, next);
    setText(next);
    setProblem(undefined);
  };
  const send = () => {
    const body = text.trim();
    // The text stays in the field; the notice above explains why.
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
    if (event.key === 'Escape' && writing && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onCancel();
    }
    if (!isSendKey(event)) return;
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
      {writing && (
        <div className={styles.writing}>
          <Quote quoted={quoteOf(writing.comment)} isEdit={writing.kind === 'edit'} />
          <IconButton label={writing.kind === 'edit' ? '編集をやめる' : '返信をやめる'} onClick={onCancel}>
            <Icon icon={X} size={16} />
          </IconButton>
        </div>
      )}
      <div className={styles.line}>
        <div className={styles.field}>
          <TextArea
            ref={field}
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

/** Returns whether a key sends the comment: Enter without Shift, unless it ends an input method conversion. */
const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !isInputMethodKey(event);
