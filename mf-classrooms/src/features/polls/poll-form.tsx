import type { ClassroomPoll, PollBody } from '@manabiba/shared/contract/classroom-polls';
import { MAX_POLL_QUESTION_LENGTH } from '@manabiba/shared/contract/limits';
import { createClassroomPoll, openClassroomPoll, updateClassroomPoll } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';

import { pollSchema, valuesOf } from './poll-form.schema';
import { kindNames, secondsText } from './poll-names';
import { PollOptions } from './poll-options';

import styles from './polls.module.css';

interface PollFormProps {
  classroomId: string;
  /** The draft that is edited; undefined for a new one. */
  poll: ClassroomPoll | undefined;
  /** It can be opened at once. */
  canOpen: boolean;
  onClose: () => void;
}

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
const TIMERS = [30, 60, 120, 300];

/** Writes a poll, which is kept as a draft or opened at once. */
export function PollForm({ classroomId, poll, canOpen, onClose }: PollFormProps) {
  const create = useEndpointMutation(createClassroomPoll);
  const update = useEndpointMutation(updateClassroomPoll);
  const open = useEndpointMutation(openClassroomPoll, { onError: showMessageFor });
  const params = { id: classroomId };
  const save = (body: PollBody) =>
    poll ? update.run({ params: { ...params, pollId: poll.id }, body }) : create.run({ params, body });
  const { form, field, errorOf, isDirty, isSending, message, handleSubmit, submitWith } = useEndpointForm({
    defaultValues: valuesOf(poll),
    schema: pollSchema,
    onSend: async (body) => {
      const { id } = await save(body);
      // A draft is left when it cannot be opened, for example because another host was faster.
      await open.run({ params: { ...params, pollId: id }, body: {} }).catch(() => undefined);
      onClose();
    },
  });
  const saveDraft = submitWith(async (body) => {
    await save(body);
    onClose();
  });
  const kind = form.watch('kind');
  const seconds = [...new Set([...TIMERS, ...(poll?.seconds ? [poll.seconds] : [])])].sort((a, b) => a - b);
  return (
    <FormDialog
      title={poll ? 'アンケートを編集' : 'アンケートを作る'}
      submitLabel={canOpen ? '開始する' : '保存する'}
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={canOpen ? handleSubmit : saveDraft}
      onClose={onClose}
      otherAction={
        canOpen && (
          <Button disabled={isSending} onClick={() => saveDraft()}>
            あとで使う
          </Button>
        )
      }
    >
      <div className={styles.fields}>
        <TextField label="質問" maxCharacters={MAX_POLL_QUESTION_LENGTH} {...field('question')} />
        <Select label="答え方" options={kinds} {...field('kind')} />
        {kind !== 'text' && <PollOptions {...{ form, errorOf }} />}
        <Select
          label="時間"
          options={[
            { value: '', label: '締め切るまで' },
            ...seconds.map((value) => ({ value: String(value), label: secondsText(value) })),
          ]}
          {...field('seconds')}
        />
        <Checkbox
          label="だれがどう答えたかを記録する"
          hint="ホストと共同ホストだけが見られます。18歳未満の方のお名前は記録に出ません。"
          {...field('isNamed')}
        />
        {message && (
          <p className={styles.error} role="alert">
            {message}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
