import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { MAX_CANCEL_POLICY_LENGTH } from '@manabiba/shared/contract/limits';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { RadioCards } from '@manabiba/shared/ui/radio-cards';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextArea } from '@manabiba/shared/ui/text-area';

import type { EventForm } from './use-event-form';

import styles from './event-editor.module.css';

const policies = [
  { value: 'until_24_hours', label: '開始の24時間前まで、全額を返金する' },
  { value: 'until_7_days', label: '開始の7日前まで、全額を返金する' },
  { value: 'none', label: '返金しない', note: '主催者の都合で中止になった場合は、全額を返金します' },
];

/** The refund policy. Existing buyers keep the policy in force at their purchase. */
export function PolicyCard({ editor: { form }, event }: { editor: EventForm; event: OrganizedEventDetail }) {
  const { register } = form;
  const { errors } = form.formState;
  const isFixed = event.tickets.some(({ sold, held }) => sold + held > 0);
  return (
    <SettingCard id="policy" title="取り消しの決まり">
      <div className={styles.fields}>
        {isFixed ? (
          <p>
            {policies.find(({ value }) => value === event.refundPolicy)?.label}
            <span className={styles.hint}>すでに申し込みがあるため、変更できません。</span>
          </p>
        ) : (
          <RadioCards
            legend="取り消しの決まり"
            isLegendHidden
            options={policies}
            error={errors.refundPolicy?.message}
            {...register('refundPolicy')}
          />
        )}
        <TextArea
          label="補足(任意)"
          rows={2}
          maxCharacters={MAX_CANCEL_POLICY_LENGTH}
          error={errors.cancelPolicy?.message}
          {...register('cancelPolicy')}
        />
        <Checkbox
          label="チケットの譲渡とプレゼントを認める"
          hint="申し込んだ方が、開始までのあいだ、チケットをほかの方に譲れます。返金は、お支払いになった方に行われます。"
          {...register('allowsTransfers')}
        />
      </div>
    </SettingCard>
  );
}
