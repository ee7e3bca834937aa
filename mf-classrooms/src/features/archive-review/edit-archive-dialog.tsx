import type { Archive, ArchiveDetail } from '@manabiba/shared/contract/archives';
import { MAX_ARCHIVE_DESCRIPTION_LENGTH, MAX_ARCHIVE_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { updateArchive } from '@manabiba/shared/data/endpoints';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { chapterText, readChapterText } from './chapter-text';

import styles from './archive-review.module.css';

const accessNames: ReadonlyArray<{ value: Archive['access']; label: string }> = [
  { value: 'public', label: 'すべての方' },
  { value: 'signed_in', label: 'ログインした方' },
  { value: 'subscriber', label: 'プランの方' },
  { value: 'ticket', label: 'チケットをお持ちの方' },
];

/** Edits title, description, chapters and who may watch. */
export function EditArchiveDialog({ archive, onClose }: { archive: ArchiveDetail; onClose: () => void }) {
  const [isDirty, setIsDirty] = useState(false);
  const { run, isRunning, error } = useEndpointMutation(updateArchive, { onError: showUnlessField });
  const [wrongLine, setWrongLine] = useState<number | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const read = readChapterText(text(values, 'chapters'));
    setWrongLine('wrongLine' in read ? read.wrongLine : null);
    if ('wrongLine' in read) return;
    const body = {
      title: text(values, 'title').trim(),
      description: text(values, 'description'),
      access: text(values, 'access') as Archive['access'],
      chapters: read.chapters,
      ...(archive.publishedAt === null ? {} : { isHidden: values.has('isHidden') }),
    };
    try {
      await run({ params: { id: archive.id }, body });
      toast.success('変更を保存しました。');
      onClose();
    } catch {
      // Shown by the dialog, which keeps what was typed.
    }
  };
  const chaptersError =
    wrongLine === null ? error?.fields.chapters : `${wrongLine}行目を「4:20 章の名前」の形で入力してください。`;
  return (
    <FormDialog
      title="アーカイブを編集する"
      submitLabel="保存する"
      isDirty={isDirty}
      isSubmitting={isRunning}
      onSubmit={(event) => void save(event)}
      onInput={() => setIsDirty(true)}
      onClose={onClose}
    >
      <ArchiveFields
        archive={archive}
        errors={{ ...error?.fields, ...(chaptersError ? { chapters: chaptersError } : {}) }}
      />
    </FormDialog>
  );
}

interface ArchiveFieldsProps {
  archive: ArchiveDetail;
  errors: Readonly<Record<string, string>>;
}

function ArchiveFields({ archive, errors }: ArchiveFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        name="title"
        label="タイトル"
        defaultValue={archive.title}
        maxCharacters={MAX_ARCHIVE_TITLE_LENGTH}
        error={errors.title}
      />
      <TextArea
        name="description"
        label="説明(任意)"
        rows={4}
        defaultValue={archive.description}
        maxCharacters={MAX_ARCHIVE_DESCRIPTION_LENGTH}
        error={errors.description}
      />
      <TextArea
        name="chapters"
        label="章(任意)"
        hint="1行に1つ、「4:20 単位円をもう一度」のように入力してください。"
        rows={6}
        defaultValue={chapterText(archive.chapters)}
        error={errors.chapters}
      />
      <Select
        name="access"
        label="見られる方"
        defaultValue={archive.access}
        options={accessNames.filter(({ value }) => value !== 'ticket' || archive.source === 'event')}
        error={errors.access}
      />
      {archive.publishedAt !== null && (
        <Checkbox name="isHidden" label="非公開にする" defaultChecked={archive.state === 'hidden'} />
      )}
    </div>
  );
}

const text = (values: FormData, name: string) => String(values.get(name) ?? '');

/** Messages of fields stand at their fields. */
function showUnlessField(error: { fields: Readonly<Record<string, string>> }) {
  if (Object.keys(error.fields).length === 0) showMessageFor(error);
}
