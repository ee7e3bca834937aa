/** The shell's header or footer as React has mounted it. */
export interface FramePart {
  name: 'header' | 'footer';
  element: HTMLElement;
  /** A copy with the attributes that the shell gives it. */
  original: Node;
  parent: Node | null;
  /** What it follows in the document. */
  previous: ChildNode | null;
}

const mounted = new Set<FramePart>();

/** Returns the header and the footer that the layout of the page has, also when other code has removed them. */
export const frameParts = (): FramePart[] => [...mounted];

const keep = (name: FramePart['name']) => (element: HTMLElement) => {
  const { parentNode: parent, previousSibling: previous } = element;
  const part = { name, element, original: element.cloneNode(false), parent, previous };
  mounted.add(part);
  return () => {
    mounted.delete(part);
  };
};

export const headerRef = keep('header');
export const footerRef = keep('footer');
