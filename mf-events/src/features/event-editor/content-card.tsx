import type { Category } from '@manabiba/shared/contract/categories';
import { MAX_EVENT_DESCRIPTION_LENGTH, MAX_EVENT_TITLE_LENGTH } from '@manabiba/shared/contract/limits';
import { useUser } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';

import { CategoryField, TitleField } from '../../core/organizing/title-and-category';
import { CoverField } from './cover-field';
import { SpeakersField } from './speakers-field';
import type { EventForm } from './use-event-form';

import styles from './event-editor.module.css';

interface ContentCardProps {
  editor: EventForm;
  categories: readonly Category[];
  onAddSpeaker: () => void;
}

/** The content section of an event. */
export function ContentCard({ editor: { form, cover, base }, categories, onAddSpeaker }: ContentCardProps) {
  // Covers are uploaded by professionals; another member of the team edits the rest.
  const { isProfessional } = useUser();
  const { register } = form;
  const { errors } = form.formState;
  return (
    <SettingCard id="content" title="表紙と内容">
      <div className={styles.fields}>
        {isProfessional && <CoverField eventId={base.id} cover={cover} />}
        <TitleField error={errors.title?.message} {...register('title')} />
        <TextField
          label="副題(任意)"
          maxCharacters={MAX_EVENT_TITLE_LENGTH}
          error={errors.subtitle?.message}
          {...register('subtitle')}
        />
        <CategoryField categories={categories} error={errors.categoryId?.message} {...register('categoryId')} />
        <TextArea
          id="event-description"
          label="説明"
          rows={8}
          maxCharacters={MAX_EVENT_DESCRIPTION_LENGTH}
          error={errors.description?.message}
          {...register('description')}
        />
        <SpeakersField form={form} onAdd={onAddSpeaker} />
      </div>
    </SettingCard>
  );
}
