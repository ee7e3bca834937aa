import { MAX_RELEASE_TOKEN_DAYS, MAX_STAFF_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { createReleaseToken as tokenContract } from '@manabiba/shared/contract/staff-releases';
import { createReleaseToken, listLiveReleases } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { orNull } from '../../core/empty-fields';
import { SecretDialog } from '../../core/secret-dialog';
import { wordOfScope } from './team-words';

import shared from '../../core/staff-parts.module.css';

/** Default validity of a token, in days. */
const USUAL_DAYS = 90;

interface CreatedToken {
  person: string;
  /** Null for all. */
  remote: string | null;
  secret: string;
}

/** The form for a new token, which it shows once. Keeps the typed text when the call fails. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedToken>();
  const { data } = useEndpoint(listLiveReleases, {});
  const { run } = useEndpointMutation(createReleaseToken);
  const { field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: { person: '', remote: null, days: USUAL_DAYS, reason: '' },
    schema: tokenContract.body,
    onRefusal: showMessageFor,
    onSend: async (body) => setCreated({ ...body, secret: (await run({ body })).secret }),
  });

  if (created)
    return (
      <SecretDialog title="新しいトークン" secret={created.secret} isLong onClose={onClose}>
        {created.person}さんが{wordOfScope(created.remote)}を公開するためのトークンです。閉じると、もう表示できません。
      </SecretDialog>
    );
  return (
    <FormDialog
      title="トークンを発行する"
      submitLabel="発行する"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={shared.fields}>
        <TextField
          label="渡す相手のメールアドレス"
          hint="公開の履歴に、この名前で残ります。"
          inputMode="email"
          autoComplete="off"
          {...field('person', { setValueAs: (typed: string) => typed.trim() })}
        />
        <Select
          label="公開できるリモート"
          placeholder={wordOfScope(null)}
          options={data?.items.map((item) => ({ value: item.remote, label: item.remote })) ?? []}
          {...field('remote', orNull)}
        />
        <TextField
          label="有効な日数"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_RELEASE_TOKEN_DAYS}
          {...field('days', { valueAsNumber: true })}
        />
        <TextArea label="理由(記録に残ります)" rows={2} maxCharacters={MAX_STAFF_REASON_LENGTH} {...field('reason')} />
      </div>
    </FormDialog>
  );
}
