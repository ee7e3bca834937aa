import { MAX_SCHOOL_NAME_LENGTH } from '@manabiba/shared/contract/limits';
import { type SchoolDetails, schoolSettings } from '@manabiba/shared/contract/staff-schools';
import { updateSchool } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useRef } from 'react';

import { PolicyFields } from './policy-fields';

import shared from '../../core/staff-parts.module.css';

type Settings = Pick<SchoolDetails, 'name' | 'policy' | 'active'>;

const changed = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof T] !== value)) as Partial<T>;

/** What was changed, and nothing else: a colleague may have changed the rest meanwhile. */
const changesOf = (before: Settings, after: Settings) => ({
  ...changed({ name: before.name, active: before.active }, { name: after.name, active: after.active }),
  policy: changed(before.policy, after.policy),
});

/** Name and policy of a school, and whether its pupils can sign in. */
export function PolicyCard({ school: { id, name, policy, active } }: { school: SchoolDetails }) {
  const { run } = useEndpointMutation(updateSchool);
  const saved = useRef<Settings>({ name, policy, active });
  const { field, handleSubmit, ...form } = useEndpointForm({
    defaultValues: { name, policy, active },
    schema: schoolSettings,
    onRefusal: showMessageFor,
    onSend: async (body) => {
      await run({ params: { id }, body: changesOf(saved.current, body) });
      saved.current = body;
      toast.success('変更を保存しました。');
      return body;
    },
  });

  return (
    <SettingCard id="policy" title="学校の設定" onSubmit={handleSubmit} foot={<SaveFoot {...form} isSaved={false} />}>
      <LeaveGuard isDirty={form.isDirty} />
      <div className={shared.fields}>
        <TextField label="学校の名前" maxCharacters={MAX_SCHOOL_NAME_LENGTH} {...field('name')} />
        <PolicyFields field={field} />
        <Checkbox
          label="生徒がログインと登録をできる"
          hint="外すと、新しくログインも登録もできません。すでにログインしている生徒はそのまま使えます。"
          {...field('active')}
        />
      </div>
    </SettingCard>
  );
}
