import {
  signUp,
  signUpPartnerSchool,
  signUpProfessional,
  signUpProfessionalWithProvider,
  signUpWithProvider,
} from '@manabiba/shared/data/endpoints';
import { needsGuardian } from '@manabiba/shared/format/age';
import type { ProviderToken } from '@manabiba/shared/platform';
import { useEndpointMutation } from '@manabiba/shared/platform';

import type { SignUpValues } from './sign-up.schema';

/** Returns the call that creates the account described by the form. */
export function useSignUp() {
  const person = useEndpointMutation(signUp);
  const provided = useEndpointMutation(signUpWithProvider);
  const pupil = useEndpointMutation(signUpPartnerSchool);
  const professional = useEndpointMutation(signUpProfessional);
  const providedProfessional = useEndpointMutation(signUpProfessionalWithProvider);

  return (values: SignUpValues, { token, isUpgrade }: { token: ProviderToken | null; isUpgrade: boolean }) => {
    const { nickname, birthDate, email, password, schoolCode, inviteCode, studentCode } = values;
    const agreeTerms = true as const;
    const organisation = {
      orgName: values.orgName,
      orgUrl: values.orgUrl,
      invoiceRegistrationNo: values.invoiceRegistrationNo,
    };
    if (isUpgrade) return professional.run({ body: { ...organisation, agreeTerms } });
    switch (values.kind) {
      case 'pupil':
        return pupil.run({ body: { schoolCode, inviteCode, studentCode, password, nickname, birthDate } });
      case 'professional':
        return token
          ? providedProfessional.run({
              body: { idToken: token.idToken, nickname, birthDate, ...organisation, agreeTerms },
            })
          : professional.run({ body: { email, password, nickname, birthDate, ...organisation, agreeTerms } });
      case 'person': {
        const guardian = needsGuardian(birthDate, new Date()) ? { guardianEmail: values.guardianEmail } : {};
        return token
          ? provided.run({ body: { idToken: token.idToken, nickname, birthDate, ...guardian, agreeTerms } })
          : person.run({ body: { email, password, nickname, birthDate, ...guardian, agreeTerms } });
      }
    }
  };
}
