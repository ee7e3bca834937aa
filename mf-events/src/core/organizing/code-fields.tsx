import { MAX_INVITATION_CODE_LENGTH } from '@manabiba/shared/contract/limits';
import { TextField, type TextFieldProps } from '@manabiba/shared/ui/text-field';

type RegisteredField = Omit<TextFieldProps, 'label' | 'hint'>;

/** The code that an organizer gives to others. */
export function CodeField(field: RegisteredField) {
  return (
    <TextField
      label="コード(任意)"
      hint="空のままにすると、見分けやすい文字で作ります。"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={MAX_INVITATION_CODE_LENGTH}
      {...field}
    />
  );
}

/** How often a code can be used. */
export function MaxUsesField(field: RegisteredField) {
  return <TextField label="使える回数" inputMode="numeric" autoComplete="off" {...field} />;
}
