import { MAX_SCHOOL_CODE_LENGTH, MAX_SCHOOL_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SchoolPolicy } from '@manabiba/shared/contract/staff-schools';
import { createSchool } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { useFieldsCall } from '../../core/use-fields-call';
import { PolicyFields } from './policy-fields';
import { pathOfSchool } from './school-words';

import shared from '../../core/staff-parts.module.css';

/** How pupils may sign in, to choose from. */
const ways = [
  { value: 'none', label: '生徒コードとパスワード' },
  { value: 'oidc', label: '学校のページ(OpenID Connect)でも' },
];

/** The form for a new school. What was typed stays when the call fails. */
export function CreateSchoolDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [sso, setSso] = useState<'none' | 'oidc'>('none');
  const [policy, setPolicy] = useState<SchoolPolicy>({ canCreate: true, canSpeak: true, classmatesOnly: false });
  const { run, isRunning } = useEndpointMutation(createSchool);
  const { errors, submit } = useFieldsCall(['name', 'code', 'sso']);
  const navigate = useNavigate();

  async function send() {
    const done = await submit(() => run({ body: { name, code, sso, policy } }));
    if (!done) return;
    toast.success('学校を加えました。');
    onClose();
    void navigate(pathOfSchool(done.answer.id));
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isRunning) void send();
  }

  return (
    <FormDialog
      title="学校を加える"
      submitLabel="加える"
      isDirty={name !== '' || code !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <TextField
          label="学校の名前"
          maxCharacters={MAX_SCHOOL_NAME_LENGTH}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="学校コード"
          hint="生徒がログインと登録で入力します。半角の英数字とハイフン。あとから変更できません。"
          maxLength={MAX_SCHOOL_CODE_LENGTH}
          autoCapitalize="characters"
          autoComplete="off"
          value={code}
          error={errors.code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Select
          label="入り方"
          hint="SAMLには対応していません。学校のページの設定は、加えたあとに行います。"
          options={ways}
          value={sso}
          error={errors.sso}
          onChange={(event) => setSso(event.target.value === 'oidc' ? 'oidc' : 'none')}
        />
        <PolicyFields policy={policy} onChange={setPolicy} />
      </div>
    </FormDialog>
  );
}
