import type { PollAnswer } from '@manabiba/shared/contract/classroom-polls';
import { MAX_POLL_ANSWER_LENGTH } from '@manabiba/shared/contract/limits';
import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { answerClassroomPoll } from '@manabiba/shared/data/endpoints';
import { useIsOnline, useMe, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox, Radio } from '@manabiba/shared/ui/checkbox';
import { FieldError } from '@manabiba/shared/ui/field';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { silenceOf } from '../../core/classroom/viewer';

import styles from './polls.module.css';

interface AnswerFormProps {
  classroomId: string;
  poll: RoomPollDoc;
  answer: PollAnswer | null;
  onAnswer: (answer: PollAnswer) => void;
}

/** The answer to an open poll, which can be changed until it is closed. */
export function AnswerForm({ classroomId, poll, answer, onAnswer }: AnswerFormProps) {
  const me = useMe();
  const isOnline = useIsOnline();
  const { run, isRunning, error } = useEndpointMutation(answerClassroomPoll, { onSuccess: onAnswer });
  const [changed, setChanged] = useState<PollAnswer>();
  const draft = changed ?? answer ?? { choices: [], text: '' };
  const isEmpty = draft.choices.length === 0 && draft.text.trim() === '';
  const isText = poll.kind === 'text';
  const isSent = answer !== null && changed === undefined;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isEmpty || isRunning || isSent) return;
    const body = isText ? { text: draft.text } : { choices: [...draft.choices] };
    const sent = changed;
    run({ params: { id: classroomId, pollId: poll.id }, body })
      // What was changed meanwhile has not been sent.
      .then(() => setChanged((now) => (now === sent ? undefined : now)))
      // Shown below the options.
      .catch(() => undefined);
  }

  if (isText && silenceOf(me) !== null)
    return <p className={styles.soft}>記述式のアンケートには、コメントを書ける方だけが回答できます。</p>;
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {isText ? (
        <TextField
          label="回答"
          value={draft.text}
          maxLength={MAX_POLL_ANSWER_LENGTH}
          onChange={({ target }) => setChanged({ choices: [], text: target.value })}
        />
      ) : (
        <Options poll={poll} chosen={draft.choices} onChange={(choices) => setChanged({ choices, text: '' })} />
      )}
      {error && <FieldError>{Object.values(error.fields)[0] ?? error.message}</FieldError>}
      <div className={styles.send}>
        <Button type="submit" variant="primary" isLoading={isRunning} disabled={isEmpty || isSent || !isOnline}>
          {answer === null ? '回答する' : '回答を変える'}
        </Button>
        <p className={styles.soft} role="status">
          {!isOnline
            ? 'オフラインです。つながると回答できます。'
            : isSent && '回答しました。締め切りまで変えられます。'}
        </p>
      </div>
      <p className={styles.soft}>
        {poll.isNamed
          ? 'お名前と回答がホストに伝わります。18歳未満の方のお名前は伝わりません。'
          : '匿名のアンケートです。'}
      </p>
    </form>
  );
}

interface OptionsProps {
  poll: Pick<RoomPollDoc, 'id' | 'kind' | 'options'>;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

function Options({ poll: { id, kind, options }, chosen, onChange }: OptionsProps) {
  const Choice = kind === 'multiple' ? Checkbox : Radio;
  const toggle = (place: number) =>
    kind === 'single'
      ? [place]
      : chosen.includes(place)
        ? chosen.filter((other) => other !== place)
        : [...chosen, place];
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{kind === 'multiple' ? 'いくつでも選べます' : '1つ選んでください'}</legend>
      {options.map((option, place) => (
        <Choice
          key={option}
          name={`poll-${id}`}
          label={<span className={styles.words}>{option}</span>}
          checked={chosen.includes(place)}
          onChange={() => onChange(toggle(place))}
        />
      ))}
    </fieldset>
  );
}
