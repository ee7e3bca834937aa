import { roleNames, type TeamRole, teamRoles } from '../contract/team-rights';
import { Checkbox } from '../ui/checkbox';
import { FieldError } from '../ui/field';
import type { TeamSource } from './team-source';

import styles from './team.module.css';

interface RoleBoxesProps {
  /** Whose roles they are. */
  legend: string;
  /** The roles to choose from, each with what it allows. */
  hints: TeamSource['roles'];
  roles: readonly TeamRole[];
  onChange: (roles: TeamRole[]) => void;
  error?: string | undefined;
  isDisabled?: boolean;
}

/** Chooses one or more roles, each with what it allows. */
export function RoleBoxes({ legend, hints, roles, onChange, error, isDisabled = false }: RoleBoxesProps) {
  const offered = teamRoles.filter((role) => hints[role] !== undefined);
  return (
    <fieldset className={styles.roles} disabled={isDisabled}>
      <legend>{legend}</legend>
      {offered.map((role) => (
        <Checkbox
          key={role}
          label={roleNames[role]}
          hint={hints[role]}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(offered.filter((each) => (each === role ? target.checked : roles.includes(each))))
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
