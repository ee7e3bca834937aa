import type { EventRole } from '@manabiba/shared/contract/event-rights';
import { inviteTeamMember as invitationContract } from '@manabiba/shared/contract/event-team';
import { TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import { inviteTeamMember } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Panel } from '@manabiba/shared/ui/panel';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useController } from 'react-hook-form';

import { failureSentence } from '../../core/organizing/form-errors';
import { RoleBoxes } from './role-boxes';

import parts from '../../core/organizing/tab-parts.module.css';
import styles from './team.module.css';

interface Invitation {
  email: string;
  roles: EventRole[];
}
const empty: Invitation = { email: '', roles: [] };

/** Invites somebody by mail, for the owner. */
export function InviteForm({ eventId, remaining }: { eventId: string; remaining: number }) {
  const { run } = useEndpointMutation(inviteTeamMember);
  const { form, field, isDirty, isSending, handleSubmit } = useEndpointForm({
    defaultValues: empty,
    schema: invitationContract.body,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async (body) => {
      await run({ params: { id: eventId }, body });
      toast.success('招待のメールを送りました。');
      return empty;
    },
  });
  const roles = useController({ control: form.control, name: 'roles' });
  return (
    <Panel>
      <h2 className={parts.heading}>運営メンバーを招待する</h2>
      <p className={styles.note}>
        {remaining === 0
          ? 'これ以上は招待できません。メンバーを外すか、招待を取り消すと、また招待できます。'
          : `メールで招待します。${TEAM_INVITATION_DAYS}日以内に承諾されると、選んだ役割で参加します。`}
      </p>
      {remaining > 0 && (
        <form className={parts.form} noValidate onSubmit={handleSubmit}>
          <TextField type="email" label="メールアドレス" autoComplete="off" {...field('email')} />
          <RoleBoxes
            legend="役割"
            roles={roles.field.value}
            onChange={roles.field.onChange}
            error={roles.fieldState.error?.message}
          />
          <Button type="submit" variant="primary" isLoading={isSending} className={parts.go}>
            招待する
          </Button>
          <LeaveGuard isDirty={isDirty} />
        </form>
      )}
    </Panel>
  );
}
