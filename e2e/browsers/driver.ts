/** A browser driver, independent of the protocol. Expressions are JavaScript in the page. */
export interface Driver {
  goTo(url: string): Promise<void>;
  setSize(width: number, height: number): Promise<void>;
  /** Returns the value of an expression as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the element that an expression returns. */
  click(element: string): Promise<void>;
  /** Types into the element that an expression returns. */
  type(element: string, text: string): Promise<void>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}
