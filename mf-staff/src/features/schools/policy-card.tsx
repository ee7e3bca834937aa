import { MAX_SCHOOL_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import type { SchoolDetails } from '@manabiba/shared/contract/staff-schools';
import { updateSchool } from '@manabiba/shared/data/endpoints';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { useFieldsCall } from '../../core/use-fields-call';
import { PolicyFields } from './policy-fields';

import shared from '../../core/staff-parts.module.css';

/** Name and policy of a school, and whether its pupils can sign in. */
export function PolicyCard({ school }: { school: SchoolDetails }) {
  const [name, setName] = useState(school.name);
  const [policy, setPolicy] = useState(school.policy);
  const [active, setActive] = useState(school.active);
  const { run, isRunning } = useEndpointMutation(updateSchool);
  const { errors, submit } = useFieldsCall(['name']);
  const isDirty =
    JSON.stringify([name, policy, active]) !== JSON.stringify([school.name, school.policy, school.active]);

  async function save() {
    const done = await submit(() => run({ params: { id: school.id }, body: { name, policy, active } }));
    if (done) toast.success('変更を保存しました。');
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isDirty && !isRunning) void save();
  }

  return (
    <SettingCard
      id="policy"
      title="学校の設定"
      onSubmit={handleSubmit}
      foot={<SaveFoot isDirty={isDirty} isSending={isRunning} isSaved={false} message={null} />}
    >
      <div className={shared.fields}>
        <TextField
          label="学校の名前"
          maxCharacters={MAX_SCHOOL_NAME_LENGTH}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <PolicyFields policy={policy} onChange={setPolicy} />
        <Checkbox
          label="生徒がログインと登録をできる"
          hint="外すと、新しくログインも登録もできません。すでにログインしている生徒はそのまま使えます。"
          checked={active}
          onChange={(event) => setActive(event.target.checked)}
        />
      </div>
    </SettingCard>
  );
}
