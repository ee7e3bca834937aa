import { MAX_SCHOOL_CODE_LENGTH, MAX_SCHOOL_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { createSchool as schoolContract } from '@manabiba/shared/contract/staff-schools';
import { createSchool } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextField } from '@manabiba/shared/ui/text-field';

import { PolicyFields } from './policy-fields';
import { pathOfSchool } from './school-words';

import shared from '../../core/staff-parts.module.css';

/** How pupils may sign in, to choose from. */
const ways = [
  { value: 'none', label: '生徒コードとパスワード' },
  { value: 'oidc', label: '学校のページ(OpenID Connect)でも' },
];

/** The form for a new school. Keeps the typed text when the call fails. */
export function CreateSchoolDialog({ onClose }: { onClose: () => void }) {
  const { run } = useEndpointMutation(createSchool);
  const navigate = useNavigate();
  const { field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: {
      name: '',
      code: '',
      sso: 'none' as const,
      policy: { canCreate: true, canSpeak: true, classmatesOnly: false },
    },
    schema: schoolContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      const { id } = await run({ body });
      toast.success('学校を加えました。');
      onClose();
      void navigate(pathOfSchool(id));
    },
  });

  return (
    <FormDialog
      title="学校を加える"
      submitLabel="加える"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <TextField label="学校の名前" maxCharacters={MAX_SCHOOL_NAME_LENGTH} {...field('name')} />
        <TextField
          label="学校コード"
          hint="生徒がログインと登録で入力します。半角の英数字とハイフン。あとから変更できません。"
          maxLength={MAX_SCHOOL_CODE_LENGTH}
          autoCapitalize="characters"
          autoComplete="off"
          {...field('code')}
        />
        <Select
          label="入り方"
          hint="SAMLには対応していません。学校のページの設定は、加えたあとに行います。"
          options={ways}
          {...field('sso')}
        />
        <PolicyFields field={field} />
      </div>
    </FormDialog>
  );
}
