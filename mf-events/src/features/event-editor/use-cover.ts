import { TOO_LARGE } from '@manabiba/shared/contract/error-sentences';
import { MAX_COVER_BYTES, MIN_COVER_HEIGHT, MIN_COVER_WIDTH } from '@manabiba/shared/contract/limits';
import { typeRefusal } from '@manabiba/shared/contract/upload-types';
import { typeOfFile } from '@manabiba/shared/forms/file-type';
import { uploadFile } from '@manabiba/shared/platform';
import { useEffect, useRef, useState } from 'react';

interface ChosenCover {
  file: File;
  /** Object URL for the local preview. */
  url: string;
}

/**
 * The cover of an event: previewed locally and uploaded when the form is saved. A file is uploaded once, however often
 * saving is retried.
 */
export function useCover(savedUrl: string | null) {
  const [chosen, setChosen] = useState<ChosenCover | null>(null);
  const [error, setError] = useState<string>();
  const uploaded = useRef<{ file: File; id: string }>(undefined);
  const url = chosen?.url;
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  async function choose(file: File) {
    const problem = await problemOf(file);
    setError(problem);
    if (!problem) setChosen({ file, url: URL.createObjectURL(file) });
  }
  /** Returns the cover part of the api request; nothing when it is unchanged. */
  async function bodyOf(): Promise<{ coverUploadId?: string }> {
    if (!chosen) return {};
    if (uploaded.current?.file !== chosen.file)
      uploaded.current = { file: chosen.file, id: await uploadFile('event_cover', chosen.file) };
    return { coverUploadId: uploaded.current.id };
  }
  /** Marks the upload as rejected by the api. */
  function refuse(sentence: string) {
    uploaded.current = undefined;
    setError(sentence);
  }
  return {
    shownUrl: chosen?.url ?? savedUrl,
    isDirty: chosen !== null,
    error,
    choose,
    bodyOf,
    refuse,
    /** Forgets what was saved, but not what was chosen meanwhile. */
    settle: () => setChosen((now) => (now?.file === uploaded.current?.file ? null : now)),
  };
}
export type Cover = ReturnType<typeof useCover>;

/** Returns why a file cannot be a cover. */
async function problemOf(file: File): Promise<string | undefined> {
  const refusal = typeRefusal('event_cover', await typeOfFile(file));
  if (refusal !== null) return refusal;
  if (file.size > MAX_COVER_BYTES)
    return `${TOO_LARGE}${MAX_COVER_BYTES / 1024 / 1024}MBまでの画像を選択してください。`;
  const size = await sizeOf(file);
  if (!size) return '画像を読み込めませんでした。別の画像を選択してください。';
  return size.width < MIN_COVER_WIDTH || size.height < MIN_COVER_HEIGHT
    ? `画像が小さすぎます。横${MIN_COVER_WIDTH}px、縦${MIN_COVER_HEIGHT}px以上の画像を選択してください。`
    : undefined;
}

/** Null when the browser cannot decode the file. */
async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await createImageBitmap(file);
    return { width, height };
  } catch {
    return null;
  }
}
