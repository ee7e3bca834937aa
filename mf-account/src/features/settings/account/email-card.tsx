import type { SignedInMe } from '@manabiba/shared/contract/users';
import { lazy } from 'react';

import { LateFormCard } from '../../../core/late-form-card';

const EmailForm = lazy(() =>
  import(/* webpackChunkName: "settings-forms" */ './email-form').then((module) => ({ default: module.EmailForm })),
);

/** The sign-in address, its verification state, and a form to change it. */
export const EmailCard = ({ id, me }: { id: string; me: SignedInMe }) => (
  <LateFormCard id={id} title="メールアドレス">
    <EmailForm me={me} />
  </LateFormCard>
);
