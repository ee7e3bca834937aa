import type { SignedInMe } from '@manabiba/shared/contract/users';
import { updateMe } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

type Organisation = NonNullable<SignedInMe['organisation']>;
type Names = 'orgName' | 'orgUrl' | 'invoiceRegistrationNo';

/**
 * A card that changes some fields of the organisation. What was typed stays when it cannot be saved.
 *
 * @param tidy how a text is kept, which may differ from how it was typed.
 */
export function useOrgForm<Name extends Names>(organisation: Organisation, names: readonly Name[], tidy: (text: string) => string = (text) => text.trim()) {
  const textsOf = (from: Organisation) => Object.fromEntries(names.map((name) => [name, from[name] ?? ''])) as Record<Name, string>;
  const [saved, setSaved] = useState(() => textsOf(organisation));
  const [texts, setTexts] = useState(saved);
  const [isSaved, setIsSaved] = useState(false);
  const { run, isRunning, error } = useEndpointMutation(updateMe, {
    onSuccess: ({ organisation: kept }) => {
      if (!kept) return;
      setSaved(textsOf(kept));
      setTexts(textsOf(kept));
      setIsSaved(true);
    },
  });
  const isDirty = names.some((name) => texts[name] !== saved[name]);

  /** Resolves to whether it has been saved; `error` says why not. */
  const save = async (): Promise<boolean> => {
    setIsSaved(false);
    try {
      await run({ body: Object.fromEntries(names.map((name) => [name, tidy(texts[name])])) });
      return true;
    } catch {
      return false;
    }
  };
  const setText = (name: Name, value: string) => setTexts((former) => ({ ...former, [name]: value }));
  const isAtField = names.some((name) => error?.fields[name]);
  return { texts, setText, save, isDirty, isSaving: isRunning, isSaved, errors: error?.fields ?? {}, message: error && !isAtField ? error.message : null };
}
