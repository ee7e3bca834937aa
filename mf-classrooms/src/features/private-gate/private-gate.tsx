import { Link, paths, useNavigate, usePageTitle } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';

import styles from './private-gate.module.css';
import { readInvitation } from './private-invitation';

/**
 * Stands for a classroom that is not found. The api never tells a private one from one that is not there, so this page
 * speaks of both and opens an invitation.
 *
 * @param hasKey the address already carried a key, and that key did not open it.
 */
export function PrivateGate({ hasKey }: { hasKey: boolean }) {
  usePageTitle('招待のURLが必要です');
  return (
    <PageBody className={styles.page}>
      <section className={styles.guard}>
        <Icon icon={Lock} size={32} className={styles.icon} />
        <h1>この教室に入るには、招待のURLが必要です。</h1>
        <p>
          {hasKey
            ? 'このURLは変更されたか、無効になっています。ホストに新しいURLをお問い合わせください。'
            : 'ホストから届いたURLを開くか、ここに貼り付けてください。教室が見つからないときも、この画面になります。'}
        </p>
        <InvitationForm />
        <div className={styles.actions}>
          <Link className={buttonClass({ variant: 'ghost' })} to={paths.classrooms.href()}>
            ほかの教室をさがす
          </Link>
        </div>
      </section>
    </PageBody>
  );
}

/** Takes a pasted invitation URL of this product and goes there. */
function InvitationForm() {
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const invitation = readInvitation(url, window.location.origin);
    if (invitation) void navigate(paths.classroom.href({ id: invitation.classroomId }, { key: invitation.key }));
    else setError(url.trim() ? 'まなびばの招待のURLを貼り付けてください。' : '招待のURLを入力してください。');
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <div className={styles.field}>
        <TextField
          label="招待のURL"
          isLabelHidden
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.target.value);
            setError(undefined);
          }}
        />
      </div>
      <Button type="submit" variant="primary">
        開く
      </Button>
    </form>
  );
}
