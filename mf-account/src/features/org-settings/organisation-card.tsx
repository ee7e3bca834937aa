import { lazy } from 'react';

import { LateFormCard } from '../../core/late-form-card';
import type { Organisation } from './use-org-form';

const OrganisationForm = lazy(() =>
  import(/* webpackChunkName: "org-forms" */ './organisation-form').then((module) => ({
    default: module.OrganisationForm,
  })),
);

export interface OrgCardProps {
  id: string;
  organisation: Organisation;
}

/** Name and website of the organisation. */
export const OrganisationCard = ({ id, organisation }: OrgCardProps) => (
  <LateFormCard id={id} title="団体情報">
    <OrganisationForm organisation={organisation} />
  </LateFormCard>
);
