import type { EventRole } from '@manabiba/shared/contract/event-rights';
import { TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import { inviteTeamMember } from '@manabiba/shared/data/endpoints';
import { isApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Panel } from '@manabiba/shared/ui/panel';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import { failureSentence } from '../../core/organizing/form-errors';
import { RoleBoxes } from './role-boxes';

import parts from '../../core/organizing/tab-parts.module.css';
import styles from './team.module.css';

const NO_ROLE = '役割を1つ以上選んでください。';

type Errors = Readonly<Record<string, string>>;
const noErrors: Errors = {};

/** Invites somebody by mail, for the owner. */
export function InviteForm({ eventId, remaining }: { eventId: string; remaining: number }) {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<EventRole[]>([]);
  const [errors, setErrors] = useState(noErrors);
  const { run, isRunning } = useEndpointMutation(inviteTeamMember);

  async function invite(): Promise<void> {
    try {
      await run({ params: { id: eventId }, body: { email, roles } });
      toast.success('招待のメールを送りました。');
      setEmail('');
      setRoles([]);
    } catch (error) {
      if (isApiError(error) && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else toast.error(failureSentence(error));
    }
  }

  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    const hasRole = roles.length > 0;
    setErrors(hasRole ? noErrors : { roles: NO_ROLE });
    if (hasRole) void invite();
  };
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
          <TextField
            type="email"
            label="メールアドレス"
            autoComplete="off"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            {...(errors['email'] && { error: errors['email'] })}
          />
          <RoleBoxes legend="役割" roles={roles} onChange={setRoles} error={errors['roles']} />
          <Button type="submit" variant="primary" isLoading={isRunning} className={parts.go}>
            招待する
          </Button>
        </form>
      )}
    </Panel>
  );
}
