import type { BoardElement } from '@manabiba/shared/contract/board-elements';

/** The editor's own format needs the fields that the board leaves out. */
export const completed = (element: BoardElement) => ({
  ...element,
  link: null,
  frameId: null,
  updated: 1,
  ...('points' in element && { lastCommittedPoint: null }),
  ...(element.type === 'arrow' && { elbowed: false }),
  ...(element.type === 'text' && { fontFamily: HELVETICA }),
});
/** The only font: that of the system. The others would have to be loaded, and have no Japanese. */
export const HELVETICA = 2;

/** The text of an .excalidraw file, which Excalidraw and other programs open. */
export const boardFile = (elements: readonly BoardElement[]): string =>
  JSON.stringify({
    type: 'excalidraw',
    version: 2,
    source: 'manabiba',
    elements: elements.map(completed),
    appState: { viewBackgroundColor: '#ffffff' },
    files: {},
  });
