/** How often something is rendered again after something else has changed its elements. */
const MOST_REDRAWS = 5;

/** React cannot find a node: a translator or an extension has moved it. The rendered component is not at fault. */
export const isForeignChange = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError');

/** Counts for an error boundary how often its children have been rendered again. */
export class Redraws {
  private count = 0;

  /** Whether the children may be rendered again after an error. */
  allow(error: unknown): boolean {
    return isForeignChange(error) && (this.count += 1) <= MOST_REDRAWS;
  }
}
