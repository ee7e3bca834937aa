import type { SchoolDetails } from '@manabiba/shared/contract/staff-schools';

import { PolicyCard } from './policy-card';
import { SchoolCodes } from './school-codes';
import { SchoolPupils } from './school-pupils';
import { SignInPageCard } from './sign-in-page-card';

import shared from '../../core/staff-parts.module.css';

/** Everything that the staff change of a school. */
export function SchoolParts({ school }: { school: SchoolDetails }) {
  const { id, signInPage } = school;
  return (
    <div className={shared.parts}>
      <SchoolCodes school={school} />
      <SchoolPupils schoolId={id} />
      <PolicyCard key={`policy ${id}`} school={school} />
      <SignInPageCard key={`page ${JSON.stringify(signInPage)}`} school={school} />
    </div>
  );
}
