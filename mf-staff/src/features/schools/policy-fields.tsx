import type { SchoolPolicy } from '@manabiba/shared/contract/staff-schools';
import { Checkbox } from '@manabiba/shared/ui/checkbox';

import styles from './schools.module.css';

interface PolicyFieldsProps {
  policy: SchoolPolicy;
  onChange: (policy: SchoolPolicy) => void;
}

/** What the pupils of a school may do. */
export function PolicyFields({ policy, onChange }: PolicyFieldsProps) {
  return (
    <fieldset className={styles.policy}>
      <legend>生徒にできること</legend>
      <Checkbox
        label="教室を作る"
        checked={policy.canCreate}
        onChange={({ target }) => onChange({ ...policy, canCreate: target.checked })}
      />
      <Checkbox
        label="教室で話す、コメントを書く"
        checked={policy.canSpeak}
        onChange={({ target }) => onChange({ ...policy, canSpeak: target.checked })}
      />
      <Checkbox
        label="同じ学校の人とだけ会う"
        hint="ほかの方の教室に入れず、ほかの方からも見えません。"
        checked={policy.classmatesOnly}
        onChange={({ target }) => onChange({ ...policy, classmatesOnly: target.checked })}
      />
    </fieldset>
  );
}
