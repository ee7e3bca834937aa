import type { IdentityReview } from '@manabiba/shared/contract/staff-reviews';
import { openIdentityDocument } from '@manabiba/shared/data/endpoints';
import { callEndpoint, showMessageFor } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { FileText, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';

import styles from './document.module.css';

interface DocumentFigureProps {
  document: IdentityReview['documents'][number];
  /** 書類 1 */
  name: string;
}

const QUARTER_TURNS = 4;
/** A document that is left with J or K before this time, in milliseconds, counts as not viewed and is not logged. */
const PASSING_MS = 250;

/** One document: an image to turn and enlarge, or a PDF that opens in a new tab. */
export function DocumentFigure({ document: shown, name }: DocumentFigureProps) {
  return shown.isPdf ? <PdfFigure id={shown.id} name={name} /> : <ImageFigure id={shown.id} name={name} />;
}

function ImageFigure({ id, name }: { id: string; name: string }) {
  const { url, hasFailed, fail, retry } = useDocumentUrl(id);
  const [turns, setTurns] = useState(0);
  const [isLarge, setIsLarge] = useState(false);
  return (
    <figure className={styles.figure}>
      <figcaption>
        {name}
        <span className={styles.tools}>
          <IconButton label={`${name}を回す`} onClick={() => setTurns((turns + 1) % QUARTER_TURNS)}>
            <Icon icon={RotateCw} />
          </IconButton>
          <IconButton label={`${name}を大きくする`} aria-pressed={isLarge} onClick={() => setIsLarge(!isLarge)}>
            <Icon icon={isLarge ? ZoomOut : ZoomIn} />
          </IconButton>
        </span>
      </figcaption>
      <div className={styles.document} data-turns={turns} data-large={isLarge}>
        {hasFailed && <ErrorState title="書類を表示できませんでした。" onRetry={retry} />}
        {!hasFailed && url === null && <Spinner />}
        {!hasFailed && url !== null && <img src={url} alt={name} referrerPolicy="no-referrer" onError={fail} />}
      </div>
    </figure>
  );
}

/** The URL of a document serves it once: each mount gets its own, and so does each retry. */
function useDocumentUrl(id: string) {
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const opening = setTimeout(() => {
      callEndpoint(openIdentityDocument, { params: { id } }).then(
        (link) => isCurrent && setUrl(link.url),
        () => isCurrent && setHasFailed(true),
      );
    }, PASSING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(opening);
    };
  }, [id, attempt]);
  return {
    url,
    hasFailed,
    fail: () => setHasFailed(true),
    retry() {
      setUrl(null);
      setHasFailed(false);
      setAttempt(attempt + 1);
    },
  };
}

function PdfFigure({ id, name }: { id: string; name: string }) {
  const [isOpening, setIsOpening] = useState(false);

  async function handleOpen() {
    // Opened by the click itself: browsers block tabs that a script opens later.
    const tab = open('', '_blank');
    if (tab) tab.opener = null;
    setIsOpening(true);
    try {
      const { url } = await callEndpoint(openIdentityDocument, { params: { id } });
      if (tab) tab.location.href = url;
    } catch (error) {
      tab?.close();
      showMessageFor(error);
    } finally {
      setIsOpening(false);
    }
  }

  return (
    <figure className={styles.figure}>
      <figcaption>{name}</figcaption>
      <div className={styles.ground}>
        <div className={styles.pdf}>
          <Button icon={<Icon icon={FileText} />} isLoading={isOpening} onClick={() => void handleOpen()}>
            PDFを開く
          </Button>
          <p>新しいタブで開きます。PDFには透かしが入りません。</p>
        </div>
      </div>
    </figure>
  );
}
