import { MAX_COMMENT_LENGTH } from '@manabiba/shared/contract/limits';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { countCharacters } from '@manabiba/shared/format/count';
import { isApiError } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { RotateCw } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';

import { draftOf, keepDraft } from '../../../core/room/drafts';
import { useSendThrottle } from './use-send-throttle';
import { useWriteComment } from './use-write-comment';

import styles from './comments.module.css';

/** The character count from which the counter is shown. */
const COUNTER_FROM = 400;

export interface CommentComposerProps {
  classroomId: string;
  classroomKey: string | undefined;
  me: SignedInMe;
}

/** State of a comment draft. Sending clears it; a failure restores the text, ahead of what was typed since. */
function useDraft({ classroomId, classroomKey, me }: CommentComposerProps) {
  const [text, setText] = useState(() => draftOf(classroomId));
  const [problem, setProblem] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  const { write } = useWriteComment(classroomId, classroomKey, me);
  const pace = useSendThrottle();

  const change = (next: string) => {
    keepDraft(classroomId, next);
    setText(next);
    setProblem(undefined);
    setHasFailed(false);
  };

  const send = async () => {
    const body = text.trim();
    setProblem(problemOf(body));
    if (problemOf(body) || pace.isTooSoon) return;
    change('');
    pace.begin();
    try {
      await write(body);
    } catch (error) {
      if (!isApiError(error)) throw error;
      change([body, draftOf(classroomId)].filter(Boolean).join('\n'));
      setProblem(error.message);
      setHasFailed(true);
    }
  };

  return { text, problem, hasFailed, isTooSoon: pace.isTooSoon, change, send };
}

/** A field for a comment; Ctrl+Enter sends it. */
export function CommentComposer(props: CommentComposerProps) {
  const { text, problem, hasFailed, isTooSoon, change, send } = useDraft(props);
  const length = countCharacters(text);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={`${styles.composer} ${hasFailed ? styles.hasFailed : ''}`} noValidate onSubmit={handleSubmit}>
      <span className={styles.me}>
        <Avatar person={props.me} size={36} />
      </span>
      <div className={styles.field}>
        <TextArea
          label="コメント"
          isLabelHidden
          rows={1}
          placeholder="コメントを書く"
          className={styles.input}
          value={text}
          error={problem}
          maxCharacters={length >= COUNTER_FROM ? MAX_COMMENT_LENGTH : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {text && !problem && <p className={styles.shortcut}>Ctrl + Enter で送信できます。</p>}
      </div>
      <Button type="submit" icon={hasFailed && <Icon icon={RotateCw} />} disabled={isTooSoon}>
        {hasFailed ? 'もう一度試す' : '送信'}
      </Button>
    </form>
  );
}

function problemOf(body: string): string | undefined {
  if (!body) return 'コメントを入力してください。';
  return countCharacters(body) > MAX_COMMENT_LENGTH
    ? `コメントは${MAX_COMMENT_LENGTH}文字以内で入力してください。`
    : undefined;
}
