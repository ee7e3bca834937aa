/** What the suite needs of a browser, whichever protocol it is driven by. Expressions are JavaScript of the page. */
export interface Driver {
  goTo(url: string): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  /** The value of an expression, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the element that an expression yields, as a mouse does. */
  click(element: string): Promise<void>;
  /** Types into the element that an expression yields. */
  type(element: string, text: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}
