import { lazy } from 'react';

import { LateFormCard } from '../../core/late-form-card';
import type { OrgCardProps } from './organisation-card';

const RegistrationNumberForm = lazy(() =>
  import(/* webpackChunkName: "org-forms" */ './registration-number-form').then((module) => ({
    default: module.RegistrationNumberForm,
  })),
);

/** The registration number that makes receipts qualified invoices; may be empty. */
export const RegistrationNumberCard = ({ id, organisation }: OrgCardProps) => (
  <LateFormCard id={id} title="適格請求書発行事業者登録番号">
    <RegistrationNumberForm organisation={organisation} />
  </LateFormCard>
);
