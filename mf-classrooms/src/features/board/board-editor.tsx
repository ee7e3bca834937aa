import '@excalidraw/excalidraw/index.css';

import { CaptureUpdateAction, Excalidraw, MainMenu, reconcileElements, restoreElements } from '@excalidraw/excalidraw';
import type { ExcalidrawElement, OrderedExcalidrawElement } from '@excalidraw/excalidraw/element/types';
import type { ExcalidrawImperativeAPI } from '@excalidraw/excalidraw/types';
import { type BoardChange, type BoardElement, boardElement } from '@manabiba/shared/contract/board-elements';
import { MAX_BOARD_POINTS } from '@manabiba/shared/contract/limits';
import { drawOnBoard } from '@manabiba/shared/data/endpoints';
import { type ApiError, callEndpoint, showMessageFor, toast } from '@manabiba/shared/platform';
import { isPageDark, usePageAppearance } from '@manabiba/shared/ui/use-page-appearance';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';

import { completed, HELVETICA } from './board-file';
import { createBoardSync } from './board-sync';
import { saveBoardAsFile, saveBoardAsPicture, UNDRAWN } from './keep-board';
import { elementsIn } from './use-board';

import styles from './board-editor.module.css';

export interface BoardEditorProps {
  classroomId: string;
  epoch: number;
  /** Everything on the board as the live documents have it. */
  changes: readonly BoardChange[];
}

const NAME = 'ホワイトボード';

/** Nothing of Excalidraw that leads elsewhere, reads files, or replaces the board. */
const UI_OPTIONS = {
  canvasActions: {
    changeViewBackgroundColor: false,
    clearCanvas: false,
    export: false,
    loadScene: false,
    saveToActiveFile: false,
    saveAsImage: false,
    toggleTheme: false,
  },
  tools: { image: false },
} as const;

type RemoteElements = Parameters<typeof reconcileElements>[1];

/** Excalidraw on the board of a room: shows what others draw, and sends what is drawn here. */
export function BoardEditor({ classroomId, epoch, changes }: BoardEditorProps) {
  const isDark = usePageAppearance(isPageDark);
  const [excalidraw, setExcalidraw] = useState<ExcalidrawImperativeAPI>();
  const [initialData] = useState(() => ({
    elements: toScene(elementsIn(changes)),
    appState: { currentItemFontFamily: HELVETICA, viewBackgroundColor: '#ffffff' },
  }));
  const [refusal, setRefusal] = useState<ApiError>();
  const [sync] = useState(() => {
    const made = createBoardSync({
      send: (sent) => callEndpoint(drawOnBoard, { params: { id: classroomId }, body: { epoch, elements: sent } }),
      onRefused: setRefusal,
    });
    made.receive(changes);
    return made;
  });
  useEffect(() => {
    const drawn = excalidraw?.getSceneElements() ?? [];
    // Everything is in view at first, also on a phone.
    if (drawn.length > 0) excalidraw?.scrollToContent(drawn, { fitToContent: true });
  }, [excalidraw]);
  useEffect(() => {
    sync.receive(changes);
    if (excalidraw) takeIn(excalidraw, changes);
  }, [excalidraw, changes, sync]);
  const takeOff = useEffectEvent((error: ApiError) => {
    showMessageFor(error);
    sync.startOver(changes);
    // Its history would bring back what the api has refused.
    excalidraw?.updateScene({ elements: toScene(elementsIn(changes)), captureUpdate: CaptureUpdateAction.NEVER });
    excalidraw?.history.clear();
  });
  useEffect(() => {
    if (refusal) takeOff(refusal);
  }, [refusal]);
  useEffect(() => () => sync.stop(), [sync]);
  return (
    <div className={styles.editor}>
      <Excalidraw
        excalidrawAPI={setExcalidraw}
        initialData={initialData}
        langCode="ja-JP"
        theme={isDark ? 'dark' : 'light'}
        UIOptions={UI_OPTIONS}
        onChange={(elements) => sync.offer(elements, toChange)}
        aiEnabled={false}
        validateEmbeddable={false}
        onPaste={keepFilesOut}
        onLinkOpen={(_element, event) => event.preventDefault()}
      >
        {/* In place of its own menu, which leads to other sites. */}
        <MainMenu>
          <MainMenu.Item
            onSelect={() => void saveBoardAsPicture(elementsIn(changes), NAME).catch(() => toast.error(UNDRAWN))}
          >
            画像を保存
          </MainMenu.Item>
          <MainMenu.Item onSelect={() => saveBoardAsFile(elementsIn(changes), NAME)}>
            ファイルを保存(.excalidraw)
          </MainMenu.Item>
        </MainMenu>
      </Excalidraw>
    </div>
  );
}

/** Shows what others have drawn, except where this browser has a newer version that is still on its way. */
function takeIn(excalidraw: ExcalidrawImperativeAPI, changes: readonly BoardChange[]): void {
  const local = excalidraw.getSceneElementsIncludingDeleted();
  const own = new Map(local.map((element) => [element.id, element]));
  const news = changes.filter(({ id, version, versionNonce }) => {
    const mine = own.get(id);
    return !mine || mine.version < version || (mine.version === version && mine.versionNonce !== versionNonce);
  });
  const remote = [
    ...toScene(elementsIn(news)),
    ...news.flatMap((change) => {
      const mine = own.get(change.id);
      return change.isDeleted && mine ? [{ ...mine, ...change }] : [];
    }),
  ];
  if (remote.length === 0) return;
  excalidraw.updateScene({
    elements: reconcileElements(
      local as readonly OrderedExcalidrawElement[],
      remote as unknown as RemoteElements,
      excalidraw.getAppState(),
    ),
    captureUpdate: CaptureUpdateAction.NEVER,
  });
}

const toScene = (elements: readonly BoardElement[]) =>
  restoreElements(elements.map(completed) as unknown as ExcalidrawElement[], null);

/** Null for what does not belong on the board, such as a pasted image. */
function toChange(element: ExcalidrawElement): BoardChange | null {
  const { id, version, versionNonce } = element;
  if (element.isDeleted) return { id, version, versionNonce, isDeleted: true };
  const points = 'points' in element ? element.points.slice(0, MAX_BOARD_POINTS) : undefined;
  const pressures = 'pressures' in element ? element.pressures.slice(0, MAX_BOARD_POINTS) : undefined;
  const { data } = z.safeParse(boardElement, {
    ...element,
    ...(points && { points }),
    ...(pressures && { pressures }),
  });
  return data ?? null;
}

/** Returns false for what Excalidraw must not take from the clipboard. */
const keepFilesOut = (data: { files?: unknown; mixedContent?: unknown }): boolean => !data.files && !data.mixedContent;
