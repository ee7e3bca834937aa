import { showMessageFor, toast } from '@manabiba/shared/platform';
import { useController } from 'react-hook-form';

import { TEAM_INVITATION_DAYS } from '../contract/limits';
import type { TeamRole } from '../contract/team-rights';
import { teamInvitationBody, teamRole } from '../contract/teams';
import { LeaveGuard } from '../forms/leave-guard';
import { useEndpointForm } from '../forms/use-endpoint-form';
import { Button } from '../ui/button';
import { Panel } from '../ui/panel';
import { TextField } from '../ui/text-field';
import { RoleBoxes } from './team-role-boxes';
import type { TeamSource } from './team-source';

import styles from './team.module.css';

interface Invitation {
  email: string;
  roles: TeamRole[];
}
const empty: Invitation = { email: '', roles: [] };
const schema = teamInvitationBody(teamRole);

interface InviteFormProps {
  source: Pick<TeamSource, 'invite' | 'roles'>;
  /** How many more people can be invited. */
  remaining: number;
}

/** Invites somebody by mail, for the owner. */
export function InviteForm({ source, remaining }: InviteFormProps) {
  const { form, field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: empty,
    schema,
    onRefusal: showMessageFor,
    onSend: async (invitation) => {
      await source.invite(invitation);
      toast.success('招待のメールを送りました。');
      return empty;
    },
  });
  const roles = useController({ control: form.control, name: 'roles' });
  return (
    <Panel>
      <h2 className={styles.heading}>運営メンバーを招待する</h2>
      <p className={styles.note}>
        {remaining === 0
          ? 'これ以上は招待できません。メンバーを外すか、招待を取り消すと、また招待できます。'
          : `メールで招待します。${TEAM_INVITATION_DAYS}日以内に承諾されると、選んだ役割で参加します。`}
      </p>
      {remaining > 0 && (
        <form className={styles.form} noValidate onSubmit={handleSubmit}>
          <TextField type="email" label="メールアドレス" autoComplete="off" {...field('email')} />
          <RoleBoxes
            legend="役割"
            hints={source.roles}
            roles={roles.field.value}
            onChange={roles.field.onChange}
            error={roles.fieldState.error?.message}
          />
          <Button type="submit" variant="primary" isLoading={isSending} className={styles.go}>
            招待する
          </Button>
          <LeaveGuard isDirty={isDirty} />
        </form>
      )}
    </Panel>
  );
}
