import type { Material } from '@manabiba/shared/contract/classroom-materials';
import { MAX_MATERIAL_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import {
  createClassroomMaterial,
  deleteClassroomMaterial,
  updateClassroomMaterial,
} from '@manabiba/shared/data/endpoints';
import { type ApiError, showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import styles from './materials.module.css';

export interface MaterialQuestion {
  about: 'rename' | 'delete';
  material: Material;
}

interface MaterialDialogsProps {
  classroomId: string;
  question: MaterialQuestion;
  onClose: () => void;
}

/** Renames a material, or asks before it is deleted. */
export function MaterialDialogs({ classroomId, question: { about, material }, onClose }: MaterialDialogsProps) {
  const rename = useEndpointMutation(updateClassroomMaterial);
  const remove = useEndpointMutation(deleteClassroomMaterial, { onError: showMessageFor });
  const params = { id: classroomId, materialId: material.id };
  if (about === 'rename')
    return (
      <MaterialForm
        title="名前を変える"
        submitLabel="変更する"
        name={material.title}
        mutation={rename}
        onSend={({ title }) => rename.run({ params, body: { title } })}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={`「${material.title}」を削除しますか`}
      confirmLabel="削除する"
      isLoading={remove.isRunning}
      onClose={onClose}
      onConfirm={() => void remove.run({ params }).then(onClose, onClose)}
    >
      参加者も開けなくなります。元に戻すことはできません。
    </ConfirmDialog>
  );
}

/** Adds a link. */
export function LinkDialog({ classroomId, onClose }: { classroomId: string; onClose: () => void }) {
  const create = useEndpointMutation(createClassroomMaterial);
  return (
    <MaterialForm
      title="リンクを追加"
      submitLabel="追加する"
      name=""
      url=""
      mutation={create}
      onSend={({ title, url }) => create.run({ params: { id: classroomId }, body: { kind: 'link', title, url } })}
      onClose={onClose}
    />
  );
}

interface MaterialFormProps {
  title: string;
  submitLabel: string;
  name: string;
  /** Absent: there is no URL to fill in. */
  url?: string;
  mutation: { isRunning: boolean; error: ApiError | undefined };
  onSend: (values: { title: string; url: string }) => Promise<unknown>;
  onClose: () => void;
}

/** The name of a material, and the URL of a link. Keeps them after a failure. */
function MaterialForm({ title, submitLabel, name, url, mutation, onSend, onClose }: MaterialFormProps) {
  const [values, setValues] = useState({ title: name, url: url ?? '' });
  const { isRunning, error } = mutation;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog shows the error.
    onSend({ title: values.title.trim(), url: values.url.trim() }).then(onClose, () => undefined);
  };
  const field = (key: keyof typeof values) => ({
    value: values[key],
    error: error?.fields[key],
    onChange: ({ target }: { target: { value: string } }) => setValues((known) => ({ ...known, [key]: target.value })),
  });
  const isFieldError = error !== undefined && Object.keys(error.fields).some((key) => key in values);
  return (
    <FormDialog
      {...{ title, submitLabel, onClose }}
      isDirty={values.title !== name || values.url !== (url ?? '')}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
    >
      <div className={styles.fields}>
        {error && !isFieldError && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        {url !== undefined && <TextField label="URL" type="url" inputMode="url" {...field('url')} />}
        <TextField label="名前" maxCharacters={MAX_MATERIAL_TITLE_LENGTH} {...field('title')} />
      </div>
    </FormDialog>
  );
}
