import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_EVENT_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { Select } from '@manabiba/shared/ui/select';
import { TextArea } from '@manabiba/shared/ui/text-area';
import type { ComponentProps } from 'react';

interface TitleFieldProps extends Omit<ComponentProps<typeof TextArea>, 'label' | 'isTitle' | 'maxCharacters'> {}

/** Title field of an event. */
export const TitleField = (props: TitleFieldProps) => (
  <TextArea label="題名" isTitle maxCharacters={MAX_EVENT_TITLE_LENGTH} {...props} />
);

interface CategoryFieldProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  categories: readonly Category[];
}

/** Category field of an event. */
export const CategoryField = ({ categories, ...props }: CategoryFieldProps) => (
  <Select label="カテゴリー" options={categories.map(({ id, name }) => ({ value: id, label: name }))} {...props} />
);
