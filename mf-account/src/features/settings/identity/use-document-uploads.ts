import { typeOfFile } from '@manabiba/shared/forms/file-type';
import { isApiError, uploadFile } from '@manabiba/shared/platform';
import { useEffect, useRef, useState } from 'react';

import { sortFiles } from './document-files';

/** One file being uploaded to the document storage. */
export interface DocumentUpload {
  key: number;
  file: File;
  /** A preview image; null for files that are not images. */
  previewUrl: string | null;
  state: 'sending' | 'sent' | 'failed';
  /** The fraction sent, from 0 to 1. */
  share: number;
  uploadId?: string;
  /** The error message. */
  sentence?: string;
}

// oxlint-disable-next-line house/no-module-state -- It counts the files that a person chooses in the browser.
let serial = 0;

const withType = async (file: File) => ({ file, name: file.name, size: file.size, type: await typeOfFile(file) });

function toUpload({ file, type }: { file: File; type: string }): DocumentUpload {
  serial += 1;
  const previewUrl = type.startsWith('image/') ? URL.createObjectURL(file) : null;
  return { key: serial, file, previewUrl, state: 'sending', share: 0 };
}

/** Uploads files individually as soon as they are chosen; running uploads are aborted on unmount. */
export function useDocumentUploads() {
  const [documents, setDocuments] = useState<readonly DocumentUpload[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const previews = useRef(new Map<number, string>());

  useEffect(() => {
    const [uploads, pictures] = [running.current, previews.current];
    return () => {
      for (const upload of uploads.values()) upload.abort();
      for (const url of pictures.values()) URL.revokeObjectURL(url);
    };
  }, []);

  const change = (key: number, values: Partial<DocumentUpload>) =>
    setDocuments((known) => known.map((document) => (document.key === key ? { ...document, ...values } : document)));

  async function send({ key, file }: Pick<DocumentUpload, 'key' | 'file'>) {
    const upload = new AbortController();
    running.current.set(key, upload);
    change(key, { state: 'sending', share: 0 });
    try {
      const uploadId = await uploadFile('identity_document', file, {
        signal: upload.signal,
        onProgress: (share) => change(key, { share }),
      });
      change(key, { state: 'sent', uploadId });
    } catch (error) {
      if (!upload.signal.aborted)
        change(key, {
          state: 'failed',
          sentence: isApiError(error) ? (error.fields.size ?? error.message) : '送信できませんでした。',
        });
    } finally {
      running.current.delete(key);
    }
  }

  return {
    documents,
    /** The errors of the files chosen last. */
    problems,
    async add(files: readonly File[]) {
      const read = await Promise.all(files.map(withType));
      const { taken, problems: found } = sortFiles(read, documents.length);
      setProblems(found);
      const added = taken.map(toUpload);
      for (const { key, previewUrl } of added) if (previewUrl) previews.current.set(key, previewUrl);
      setDocuments((known) => [...known, ...added]);
      for (const document of added) void send(document);
    },
    /** Removes a file and aborts its upload if it is running. */
    remove(key: number) {
      running.current.get(key)?.abort();
      const previewUrl = previews.current.get(key);
      if (previewUrl) URL.revokeObjectURL(previewUrl);
      previews.current.delete(key);
      setProblems([]);
      setDocuments((known) => known.filter((document) => document.key !== key));
    },
    retry: (document: DocumentUpload) => void send(document),
  };
}
