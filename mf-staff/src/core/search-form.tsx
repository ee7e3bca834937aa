import { MAX_SEARCH_LENGTH } from '@manabiba/shared/contract/limits';
import { Button } from '@manabiba/shared/ui/button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { type FormEvent, useState } from 'react';

import styles from './search-form.module.css';

interface SearchFormProps {
  label: string;
  /** What can be searched for. */
  hint: string;
  /** The current query. */
  words: string;
  /** Called with the trimmed query. */
  onSearch: (words: string) => void;
}

/** Searches when it is submitted. */
export function SearchForm({ label, hint, words, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(words);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }

  return (
    <form role="search" className={styles.search} onSubmit={handleSubmit}>
      <TextField
        label={label}
        type="search"
        hint={hint}
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary">
        さがす
      </Button>
    </form>
  );
}
