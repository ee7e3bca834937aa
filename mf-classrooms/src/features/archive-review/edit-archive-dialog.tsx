import { archivePrice } from '@manabiba/shared/contract/archive-editing';
import type { Archive, ArchiveDetail } from '@manabiba/shared/contract/archives';
import {
  ARCHIVE_TICKET_REFUND_DAYS,
  MAX_ARCHIVE_DESCRIPTION_LENGTH,
  MAX_ARCHIVE_TITLE_LENGTH,
} from '@manabiba/shared/contract/limits';
import { updateArchive } from '@manabiba/shared/data/endpoints';
import { parseWholeNumber } from '@manabiba/shared/format/number-text';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import * as z from 'zod/mini';

import { chapterText, readChapterText } from './chapter-text';

import styles from './archive-review.module.css';

const accessNames: ReadonlyArray<{ value: Archive['access']; label: string }> = [
  { value: 'public', label: 'すべての方' },
  { value: 'signed_in', label: 'ログインした方' },
  { value: 'subscriber', label: 'プランの方' },
  { value: 'ticket', label: 'チケットをお持ちの方' },
];

/** Chapters as they are typed, one a line. */
const chapters = z.pipe(
  z.string(),
  z.transform((typed, context) => {
    const read = readChapterText(typed);
    if ('chapters' in read) return read.chapters;
    context.issues.push({
      code: 'custom',
      input: typed,
      message: `${read.wrongLine}行目を「4:20 章の名前」の形で入力してください。`,
    });
    return z.NEVER;
  }),
);
const schema = z.object({
  title: z.string(),
  description: z.string(),
  chapters,
  access: z.enum(['public', 'signed_in', 'subscriber', 'ticket']),
  ticketPrice: z.pipe(
    z.string(),
    z.transform((typed, context) => {
      if (typed.trim() === '') return null;
      const read = archivePrice.safeParse(parseWholeNumber(typed));
      if (read.success) return read.data;
      context.issues.push({ code: 'custom', input: typed, message: read.error.issues[0]?.message ?? '' });
      return z.NEVER;
    }),
  ),
  isHidden: z.boolean(),
});

/** Edits title, description, chapters and who may watch. */
export function EditArchiveDialog({ archive, onClose }: { archive: ArchiveDetail; onClose: () => void }) {
  const { run } = useEndpointMutation(updateArchive);
  const { form, field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: {
      title: archive.title,
      description: archive.description,
      chapters: chapterText(archive.chapters),
      access: archive.access,
      ticketPrice: archive.ticketPrice === null ? '' : String(archive.ticketPrice),
      isHidden: archive.state === 'hidden',
    },
    schema,
    onRefusal: showMessageFor,
    onSend: async ({ isHidden, ticketPrice, ...shown }) => {
      const body = {
        ...shown,
        ...(ticketPrice !== archive.ticketPrice && { ticketPrice }),
        ...(archive.publishedAt !== null && { isHidden }),
      };
      await run({ params: { id: archive.id }, body });
      toast.success('変更を保存しました。');
      onClose();
    },
  });
  return (
    <FormDialog
      title="アーカイブを編集する"
      submitLabel="保存する"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField label="タイトル" maxCharacters={MAX_ARCHIVE_TITLE_LENGTH} {...field('title')} />
        <TextArea
          label="説明(任意)"
          rows={4}
          maxCharacters={MAX_ARCHIVE_DESCRIPTION_LENGTH}
          {...field('description')}
        />
        <TextArea
          label="章(任意)"
          hint="1行に1つ、「4:20 単位円をもう一度」のように入力してください。"
          rows={6}
          {...field('chapters')}
        />
        <Select
          label="見られる方"
          options={accessNames.filter(({ value }) => value !== 'ticket' || archive.source === 'event')}
          {...field('access')}
        />
        {archive.source === 'event' && form.watch('access') === 'ticket' && (
          <TextField
            label="視聴チケットの価格(円、税込、任意)"
            inputMode="numeric"
            hint={`参加しなかった方に、アーカイブの視聴だけを販売できます。空欄の場合は販売しません。購入から${ARCHIVE_TICKET_REFUND_DAYS}日以内に公開をやめると、全額を返金します。`}
            {...field('ticketPrice')}
          />
        )}
        {archive.publishedAt !== null && <Checkbox label="非公開にする" {...field('isHidden')} />}
      </div>
    </FormDialog>
  );
}
