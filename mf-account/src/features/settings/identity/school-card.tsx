import type { SignedInMe } from '@manabiba/shared/contract/users';
import { SettingCard } from '@manabiba/shared/ui/setting-card';

import styles from '../settings.module.css';

/** A pupil's school, its policy for pupils, and how to sign in with the school's codes. */
export function SchoolCard({ id, me }: { id: string; me: SignedInMe }) {
  const { partnerSchool: school } = me;
  return (
    <SettingCard id={id} title="学校アカウント">
      <div className={styles.fields}>
        {school && (
          <dl className={styles.facts}>
            <Fact term="学校" value={school.name} />
            <Fact term="教室をつくる" value={school.policy.canCreate ? 'できます' : '学校の設定により、できません'} />
            <Fact term="教室での発言" value={school.policy.canSpeak ? 'できます' : '学校の設定により、できません'} />
            <Fact
              term="参加できる教室"
              value={school.policy.classmatesOnly ? '同じ学校の教室のみ' : '学校の外の教室にも参加できます'}
            />
          </dl>
        )}
        <p className={styles.note}>
          {me.email === null
            ? '学校コードと生徒コードでログインしています。'
            : '学校コードと生徒コードでもログインできます。'}
          コードやパスワードがわからなくなったときは、学校の先生にお問い合わせください。
        </p>
      </div>
    </SettingCard>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
