import type { SignedInMe } from '@manabiba/shared/contract/users';
import { lazy } from 'react';

import { LateFormCard } from '../../../core/late-form-card';

const PasswordForm = lazy(() =>
  import(/* webpackChunkName: "settings-forms" */ './password-form').then((module) => ({
    default: module.PasswordForm,
  })),
);

/** Changes the password, or sets the first one for an account created through an identity provider. */
export const PasswordCard = ({ id, me }: { id: string; me: SignedInMe }) => (
  <LateFormCard id={id} title="パスワード">
    <PasswordForm me={me} />
  </LateFormCard>
);
