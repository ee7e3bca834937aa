import { MAX_PROFESSIONAL_CATEGORIES } from '@manabiba/shared/contract/limits';
import { listCategories, updateMe } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SaveFoot, SettingCard } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { type FormEvent, useState } from 'react';

import type { OrgCardProps } from './organisation-card';

import styles from './org-settings.module.css';

const sameChoice = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id));

/** The subjects that the organisation teaches, shown on its profile. */
export function CategoriesCard({ id, organisation }: OrgCardProps) {
  const { data, error, retry } = useEndpoint(listCategories, {});
  const [chosen, setChosen] = useState<readonly string[]>(organisation.categoryIds);
  const [kept, setKept] = useState<readonly string[]>(organisation.categoryIds);
  const [isSaved, setIsSaved] = useState(false);
  const { run, isRunning } = useEndpointMutation(updateMe, { onError: showMessageFor });
  const isDirty = !sameChoice(chosen, kept);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) return;
    run({ body: { categoryIds: [...chosen] } }).then(
      () => {
        setKept(chosen);
        setIsSaved(true);
      },
      () => undefined,
    );
  };
  const toggle = (categoryId: string) => {
    setIsSaved(false);
    setChosen(chosen.includes(categoryId) ? chosen.filter((known) => known !== categoryId) : [...chosen, categoryId]);
  };
  return (
    <SettingCard
      id={id}
      title="カテゴリー"
      onSubmit={handleSubmit}
      foot={<SaveFoot isDirty={isDirty} isSending={isRunning} isSaved={isSaved} message={null} />}
    >
      <LeaveGuard isDirty={isDirty} />
      <p className={styles.small}>プロフィールに表示されます。{MAX_PROFESSIONAL_CATEGORIES}つまで選べます。</p>
      {!data &&
        (error ? (
          <ErrorState title="カテゴリーを表示できませんでした。" onRetry={retry} />
        ) : (
          <SkeletonRows count={2} />
        ))}
      <div className={styles.categories} role="group" aria-label="カテゴリー">
        {data?.categories.map(({ id: categoryId, name }) => (
          <Checkbox
            key={categoryId}
            label={name}
            checked={chosen.includes(categoryId)}
            onChange={() => toggle(categoryId)}
            disabled={!chosen.includes(categoryId) && chosen.length >= MAX_PROFESSIONAL_CATEGORIES}
          />
        ))}
      </div>
    </SettingCard>
  );
}
