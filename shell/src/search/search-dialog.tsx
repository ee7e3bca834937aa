import { isInputMethodKey } from '@manabiba/shared/forms/input-method';
import { isSignedIn, paths, useLocation, useMe, useNavigate, useSearchParams } from '@manabiba/shared/platform';
import { forgetRecentSearches, keepRecentSearch, readRecentSearches } from '@manabiba/shared/session/recent-searches';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextField } from '@manabiba/shared/ui/text-field';
import { requestNavigation } from '@manabiba/shared/ui/use-held-navigation';
import { Clock, Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';

import { Marked } from './marked';
import { shownKinds } from './search-kinds';
import { useSuggestions } from './use-suggestions';

import styles from './search.module.css';

/** The api rejects longer queries. */
const MAX_LENGTH = 100;

interface Option {
  key: string;
  label: string;
  note?: string;
  kind?: string;
  /** Query to search for; absent for a result. */
  words?: string;
  href: string;
}

/** The search box: input, suggestions, and recent searches. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(useWordsOfPage());
  const [recent, setRecent] = useState(readRecentSearches);
  const words = typed.trim();
  const suggestions = useSuggestions(words);
  const options =
    words === ''
      ? recent.map(recentOption)
      : [
          searchOption(words),
          ...suggestions.lines.map(({ kind, id, title, note, href }) => ({
            key: `${kind} ${id}`,
            label: title,
            note,
            kind: labelOf(kind),
            href,
          })),
        ];

  function choose({ words: chosen, href }: Option) {
    // Nothing is stored for visitors, because they cannot be distinguished.
    if (chosen !== undefined && isSignedIn(me)) keepRecentSearch(chosen);
    onClose();
    if (requestNavigation(href)) void navigate(href);
  }
  function forget() {
    forgetRecentSearches();
    setRecent([]);
  }

  return (
    <Dialog isOpen title="検索" onClose={onClose}>
      <Combobox
        typed={typed}
        onType={setTyped}
        options={options}
        onChoose={choose}
        sought={words}
        isBusy={suggestions.isLoading}
        label={words === '' ? '最近の検索' : '候補'}
      >
        {words === '' && recent.length > 0 && (
          <Button variant="ghost" size="small" className={styles.forget} onClick={forget}>
            最近の検索を消す
          </Button>
        )}
        {words === '' && recent.length === 0 && (
          <p className={styles.hint}>教室、イベント、プロフェッショナル、ユーザーをさがせます。</p>
        )}
        <Progress suggestions={suggestions} hasWords={words !== ''} />
      </Combobox>
    </Dialog>
  );
}

/** Shows whether suggestions are loading, have failed, or are empty. */
function Progress({
  suggestions: { isLoading, error, retry, lines },
  hasWords,
}: {
  suggestions: ReturnType<typeof useSuggestions>;
  hasWords: boolean;
}) {
  return (
    <p role="status" className={styles.hint}>
      {isLoading && <Spinner size={18} label="候補をさがしています" />}
      {error && (
        <>
          候補を表示できませんでした。
          <Button variant="ghost" size="small" onClick={retry}>
            再試行
          </Button>
        </>
      )}
      {hasWords && !isLoading && !error && lines.length === 0 && <span>候補はありません。</span>}
    </p>
  );
}

/** On the results page, the current query, which can be edited. */
function useWordsOfPage(): string {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  return pathname === paths.search.pattern ? (search.get('q') ?? '') : '';
}

const searchOption = (words: string): Option => ({
  key: 'search',
  label: `「${words}」を検索`,
  words,
  href: paths.search.href({}, { q: words }),
});
const recentOption = (words: string): Option => ({
  key: words,
  label: words,
  words,
  href: paths.search.href({}, { q: words }),
});
const labelOf = (kind: string) => shownKinds.find((each) => each.kind === kind)?.label;

interface ComboboxProps {
  typed: string;
  onType: (typed: string) => void;
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /** Terms to highlight in the results. */
  sought: string;
  /** Accessible name of the options. */
  label: string;
  isBusy: boolean;
  children: React.ReactNode;
}

/** A combobox: options are chosen with the arrow keys and Enter, or by a click. The focus stays in the input. */
function Combobox({ typed, onType, options, onChoose, sought, label, isBusy, children }: ComboboxProps) {
  const id = useId();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const active = options.findIndex(({ key }) => key === activeKey);
  const optionId = (index: number) => `${id}-${index}`;

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isInputMethodKey(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActiveKey(options[nextIndex(active, step, options.length)]?.key ?? null);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const words = typed.trim();
      const chosen = options[active] ?? (words === '' ? undefined : searchOption(words));
      if (chosen) onChoose(chosen);
    }
  }

  return (
    <>
      <TextField
        label="検索する言葉"
        isLabelHidden
        data-autofocus=""
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={typed}
        placeholder="教室名、先生の名前など"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={active === -1 ? undefined : optionId(active)}
        onChange={(event) => {
          onType(event.target.value);
          setActiveKey(null);
        }}
        onKeyDown={handleKeyDown}
      />
      <ul id={`${id}-options`} className={styles.options} role="listbox" aria-label={label} aria-busy={isBusy}>
        {options.map((option, index) => (
          <OptionLine
            key={option.key}
            id={optionId(index)}
            option={option}
            sought={sought}
            isActive={index === active}
            onPoint={() => setActiveKey(option.key)}
            onChoose={() => onChoose(option)}
          />
        ))}
      </ul>
      {children}
    </>
  );
}

interface OptionLineProps {
  id: string;
  option: Option;
  sought: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function OptionLine({ id, option, sought, isActive, onPoint, onChoose }: OptionLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The combobox keeps the focus and handles the keys.
    <li
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon icon={option.key === option.words ? Clock : SearchIcon} size={16} />
      <span className={styles.words}>
        {option.words === undefined ? <Marked text={option.label} words={sought} /> : <span>{option.label}</span>}
        {option.note && (
          <span className={styles.note}>
            <Marked text={option.note} words={sought} />
          </span>
        )}
      </span>
      {option.kind && <span className={styles.kind}>{option.kind}</span>}
    </li>
  );
}

/** Returns the index of the next or previous option, wrapping around; the first or last when none is active (-1). */
const nextIndex = (active: number, step: number, count: number) =>
  active === -1 ? (step === 1 ? 0 : count - 1) : (active + step + count) % count;
