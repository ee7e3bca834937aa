import type { updateMe as updateMeContract } from '@manabiba/shared/contract/account';
import type { EndpointInput } from '@manabiba/shared/contract/endpoint';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation } from '@manabiba/shared/platform';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';

export type Organisation = NonNullable<SignedInMe['organisation']>;

interface OrgFormOptions<Values extends FieldValues> {
  /** Selects the card's fields from the organisation. */
  valuesOf: (organisation: Organisation) => Values;
  schema: z.ZodMiniType<EndpointInput<typeof updateMeContract>['body'], Values>;
}

/** The form of a card that edits some fields of the organisation. */
export function useOrgForm<Values extends FieldValues>(
  organisation: Organisation,
  { valuesOf, schema }: OrgFormOptions<Values>,
) {
  const { run } = useEndpointMutation(updateMe);
  return useEndpointForm({
    defaultValues: valuesOf(organisation),
    schema,
    onSend: async (body) => valuesOf((await run({ body })).organisation ?? organisation),
  });
}
