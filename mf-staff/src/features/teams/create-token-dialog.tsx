import { MAX_RELEASE_TOKEN_DAYS, MAX_STAFF_REASON_LENGTH } from '@manabiba/shared/contract/limits';
import { createReleaseToken, listLiveReleases } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { SecretDialog } from '../../core/secret-dialog';
import { useFieldsCall } from '../../core/use-fields-call';
import { wordOfScope } from './team-words';

import shared from '../../core/staff-parts.module.css';

/** How long a token is valid unless somebody chooses otherwise, in days. */
const USUAL_DAYS = '90';

interface WantedToken {
  person: string;
  /** Empty for all. */
  remote: string;
  days: string;
  reason: string;
}
const fields = ['person', 'remote', 'days', 'reason'] as const;

/** The form for a new token, which it shows once. What was typed stays when the call fails. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState<WantedToken>({ person: '', remote: '', days: USUAL_DAYS, reason: '' });
  const [secret, setSecret] = useState<string | null>(null);
  const { run, isRunning } = useEndpointMutation(createReleaseToken);
  const { errors, submit } = useFieldsCall(fields);
  const { person, reason } = wanted;
  const remote = wanted.remote === '' ? null : wanted.remote;

  async function send() {
    // An empty or broken number is sent as it is, and refused with its reason.
    const days = wanted.days.trim() === '' ? Number.NaN : Number(wanted.days);
    const done = await submit(() => run({ body: { person: person.trim(), remote, days, reason } }));
    if (done) setSecret(done.answer.secret);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isRunning) void send();
  }

  if (secret !== null)
    return (
      <SecretDialog title="新しいトークン" secret={secret} isLong onClose={onClose}>
        {person}さんが{wordOfScope(remote)}を公開するためのトークンです。閉じると、もう表示できません。
      </SecretDialog>
    );
  return (
    <FormDialog
      title="トークンを発行する"
      submitLabel="発行する"
      isDirty={person !== '' || reason !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TokenFields
        wanted={wanted}
        errors={errors}
        onChange={(name, value) => setWanted((before) => ({ ...before, [name]: value }))}
      />
    </FormDialog>
  );
}

interface TokenFieldsProps {
  wanted: WantedToken;
  errors: Partial<WantedToken>;
  onChange: (name: keyof WantedToken, value: string) => void;
}

function TokenFields({ wanted, errors, onChange }: TokenFieldsProps) {
  const { data } = useEndpoint(listLiveReleases, {});
  const bound = (name: keyof WantedToken) => ({
    value: wanted[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  return (
    <div className={shared.fields}>
      <TextField
        label="渡す相手のメールアドレス"
        hint="公開の履歴に、この名前で残ります。"
        inputMode="email"
        autoComplete="off"
        {...bound('person')}
      />
      <Select
        label="公開できるリモート"
        placeholder={wordOfScope(null)}
        options={data?.items.map((item) => ({ value: item.remote, label: item.remote })) ?? []}
        {...bound('remote')}
      />
      <TextField
        label="有効な日数"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_RELEASE_TOKEN_DAYS}
        {...bound('days')}
      />
      <TextArea label="理由(記録に残ります)" rows={2} maxCharacters={MAX_STAFF_REASON_LENGTH} {...bound('reason')} />
    </div>
  );
}
