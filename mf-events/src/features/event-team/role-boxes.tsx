import { type EventRole, eventRoleNames, eventRoles } from '@manabiba/shared/contract/event-rights';
import { Checkbox } from '@manabiba/shared/ui/checkbox';
import { FieldError } from '@manabiba/shared/ui/field';

import styles from './team.module.css';

const hints: Readonly<Record<EventRole, string>> = {
  edit: '内容、チケット、招待コードの編集と、メッセージの送信',
  reception: '参加者の一覧と受付',
  sales: '売上の確認と返金。18歳以上の方のみ',
};

interface RoleBoxesProps {
  /** Whose roles they are. */
  legend: string;
  roles: readonly EventRole[];
  onChange: (roles: EventRole[]) => void;
  error?: string | undefined;
  isDisabled?: boolean;
}

/** Chooses one or more roles, each with what it allows. */
export function RoleBoxes({ legend, roles, onChange, error, isDisabled = false }: RoleBoxesProps) {
  return (
    <fieldset className={styles.roles} disabled={isDisabled}>
      <legend>{legend}</legend>
      {eventRoles.map((role) => (
        <Checkbox
          key={role}
          label={eventRoleNames[role]}
          hint={hints[role]}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(eventRoles.filter((each) => (each === role ? target.checked : roles.includes(each))))
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
