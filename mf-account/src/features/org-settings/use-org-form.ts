import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';

import { type FormErrors, useTextForm } from '../../core/use-text-form';

export type Organisation = NonNullable<SignedInMe['organisation']>;
type OrgTexts = Record<'orgName' | 'orgUrl' | 'invoiceRegistrationNo', string>;

interface OrgFormOptions<Form> {
  /** Selects the card's fields from the organisation. */
  textsOf: (organisation: Organisation) => Form;
  check?: (texts: Form) => FormErrors<Form>;
  /** Normalizes a text for saving. */
  tidy?: (text: string) => string;
}

/** The form of a card that edits some fields of the organisation. */
export function useOrgForm<Form extends Partial<OrgTexts> & Record<keyof Form, string>>(
  organisation: Organisation,
  { textsOf, check, tidy = (text) => text.trim() }: OrgFormOptions<Form>,
) {
  const { run } = useEndpointMutation(updateMe);
  return useTextForm<Form>({
    initial: textsOf(organisation),
    check,
    onSend: async (texts) => {
      const { organisation: kept } = await run({
        body: Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, tidy(text)])),
      });
      return textsOf(kept ?? organisation);
    },
  });
}
