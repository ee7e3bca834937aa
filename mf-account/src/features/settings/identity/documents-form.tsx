import { updateMe } from '@manabiba/shared/data/endpoints';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { isApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FieldError } from '@manabiba/shared/ui/field';
import { type FormEvent, useState } from 'react';

import { DocumentDrop } from './document-drop';
import { DocumentRow } from './document-row';
import { useDocumentUploads } from './use-document-uploads';

import styles from './documents.module.css';

interface DocumentsFormProps {
  /** Which documents are accepted. */
  kinds: string;
  onSubmitted: () => void;
  /** Called when documents have been chosen. */
  onFill?: () => void;
}

/** A form that chooses identity documents, uploads them and submits them for review. */
export function DocumentsForm({ kinds, onSubmitted, onFill }: DocumentsFormProps) {
  const uploads = useDocumentUploads();
  const { documents } = uploads;
  const [refusal, setRefusal] = useState<string>();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { run, isRunning } = useEndpointMutation(updateMe);
  const ids = documents.flatMap(({ uploadId }) => uploadId ?? []);
  const isSending = documents.some(({ state }) => state === 'sending');

  async function submit() {
    setRefusal(undefined);
    try {
      await run({ body: { identityDocumentUploadIds: ids } });
      setIsSubmitted(true);
      toast.success('本人確認書類を提出しました。');
      onSubmitted();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setRefusal(error.fields.identityDocumentUploadIds ?? error.message);
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (documents.length === 0) setRefusal('書類を選択してください。');
    else if (ids.length < documents.length && !isSending)
      setRefusal('送信できなかったファイルがあります。もう一度送るか、取り除いてください。');
    else if (!isSending) void submit();
  }

  function handleFiles(files: readonly File[]) {
    setRefusal(undefined);
    onFill?.();
    void uploads.add(files);
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <LeaveGuard isDirty={documents.length > 0 && !isSubmitted} />
      <DocumentDrop kinds={kinds} onFiles={handleFiles} />
      <ChosenDocuments {...uploads} />
      <p className={styles.hint}>書類は本人確認のためだけに使い、確認が終わってから30日後に削除します。</p>
      <div className={styles.end}>
        <div className={styles.refusal}>{refusal && <FieldError>{refusal}</FieldError>}</div>
        <Button
          type="submit"
          variant="primary"
          disabled={isSending}
          isLoading={isRunning}
          loadingLabel="提出しています…"
        >
          {isSending ? 'ファイルを送信しています…' : '書類を提出する'}
        </Button>
      </div>
    </form>
  );
}

type ChosenDocumentsProps = Pick<ReturnType<typeof useDocumentUploads>, 'documents' | 'problems' | 'remove' | 'retry'>;

/** The chosen documents with their upload state, and the errors of rejected files. */
function ChosenDocuments({ documents, problems, remove, retry }: ChosenDocumentsProps) {
  return (
    <>
      {problems.map((problem) => (
        <FieldError key={problem}>{problem}</FieldError>
      ))}
      {documents.length > 0 && (
        <ul className={styles.documents} aria-label="選んだ書類">
          {documents.map((document) => (
            <DocumentRow
              key={document.key}
              document={document}
              onRemove={() => remove(document.key)}
              onRetry={() => retry(document)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
