import type { SchoolPolicy } from '@manabiba/shared/contract/staff-schools';
import { Checkbox, type CheckboxProps } from '@manabiba/shared/ui/checkbox';

import styles from './schools.module.css';

interface PolicyFieldsProps {
  /** The props of an input, from the form. */
  field: (name: `policy.${keyof SchoolPolicy}`) => Omit<CheckboxProps, 'label'>;
}

/** What the pupils of a school may do. */
export function PolicyFields({ field }: PolicyFieldsProps) {
  return (
    <fieldset className={styles.policy}>
      <legend>生徒にできること</legend>
      <Checkbox label="教室を作る" {...field('policy.canCreate')} />
      <Checkbox label="教室で話す、コメントを書く" {...field('policy.canSpeak')} />
      <Checkbox
        label="同じ学校の人とだけ会う"
        hint="ほかの方の教室に入れず、ほかの方からも見えません。"
        {...field('policy.classmatesOnly')}
      />
    </fieldset>
  );
}
