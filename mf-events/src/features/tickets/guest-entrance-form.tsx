import { guestTicketName } from '@manabiba/shared/contract/guest-tickets';
import { MAX_NICKNAME_LENGTH } from '@manabiba/shared/contract/limits';
import { enterByGuestTicket } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { paths, track, useEndpointMutation, useNavigate } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import * as z from 'zod/mini';

import styles from './tickets.module.css';

const schema = z.object({ name: guestTicketName });

/** Asks for the name that others see, then leads into the room as a listener: there is nothing to prepare. */
export function GuestEntranceForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { run } = useEndpointMutation(enterByGuestTicket);
  const { field, handleSubmit, isSending, message } = useEndpointForm({
    defaultValues: { name: '' },
    schema,
    onSend: async ({ name }) => {
      track('click_event_cta');
      const { classroomId } = await run({ body: { token, name } });
      void navigate(paths.classroom.href({ id: classroomId }), { state: { entersRoom: 'listen' } });
    },
  });
  return (
    <form className={styles.entranceForm} noValidate onSubmit={handleSubmit}>
      {message !== null && (
        <Notice tone="error" role="alert">
          {message}
        </Notice>
      )}
      <TextField
        label="お名前"
        hint="会場にいる方に表示されます。"
        autoComplete="nickname"
        maxCharacters={MAX_NICKNAME_LENGTH}
        {...field('name')}
      />
      <Button type="submit" variant="primary" size="large" isLoading={isSending}>
        入場する
      </Button>
      <p className={styles.hint}>
        視聴のみの参加です。発言とコメントはできません。一度に入場できる端末は1台です。別の端末で入場すると、前の端末は退出します。
      </p>
    </form>
  );
}
