import { expect } from '@playwright/test';

import type { Driver } from './driver';
import { type ElementQuery, expressionOf, hasQuerySource, querySource } from './element-query';
import type { NetworkPath } from './network-path';

/** Timeout for a page to show something, in milliseconds: these browsers render without a GPU. */
const PATIENCE_MS = 20_000;

/** A browser other than Chromium for one user. Every action waits until the page shows its target. */
export class OtherBrowser {
  constructor(
    private readonly driver: Driver,
    readonly network: NetworkPath,
    private readonly url: string,
  ) {}

  open(path: string): Promise<void> {
    return this.driver.goTo(new URL(path, this.url).href);
  }

  setSize(width: number, height: number): Promise<void> {
    return this.driver.setSize(width, height);
  }

  async path(): Promise<string> {
    return String(await this.driver.evaluate('location.pathname'));
  }

  evaluate(expression: string): Promise<unknown> {
    return this.driver.evaluate(expression);
  }

  async see(query: ElementQuery): Promise<void> {
    const seen = expect(async () => expect(await this.count(query)).toBeGreaterThan(0), `to see ${nameOf(query)}`);
    await seen.toPass({ timeout: PATIENCE_MS }).catch(async (error: Error) => {
      error.message += `\n\n${await this.shown()}`;
      throw error;
    });
  }

  async seeNo(query: ElementQuery): Promise<void> {
    await expect(async () => expect(await this.count(query)).toBe(0), `to see no ${nameOf(query)}`).toPass({
      timeout: PATIENCE_MS,
    });
  }

  async click(query: ElementQuery): Promise<void> {
    await this.see(query);
    await this.driver.click(firstOf(query));
  }

  async fill(query: ElementQuery, text: string): Promise<void> {
    await this.see(query);
    await this.driver.type(firstOf(query), text);
  }

  /** Sets a date directly, because keyboard input of dates differs between browsers. */
  async pickDate(query: ElementQuery, date: string): Promise<void> {
    await this.see(query);
    await this.driver.evaluate(`((field) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(date)});
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })(${firstOf(query)})`);
  }

  /** Takes a screenshot once fonts and images are loaded, animations have ended and the last change is painted. */
  async photograph(path: string): Promise<void> {
    await this.hold('document.fonts.status === "loaded" && document.readyState === "complete"');
    await this.hold(
      'document.getAnimations().every(({ playState, effect }) => playState !== "running" || effect.getTiming().iterations === Infinity)',
    );
    await this.driver.evaluate(
      'void (window.paintedFrames = 0, (function count() { if ((window.paintedFrames += 1) < 4) requestAnimationFrame(count); })())',
    );
    await this.hold('window.paintedFrames === 4');
    await this.driver.screenshot(path);
  }

  async close(): Promise<void> {
    await this.driver.close();
    await this.network.close();
  }

  /** Waits until an expression is true. */
  private async hold(expression: string): Promise<void> {
    await expect(async () => expect(await this.driver.evaluate(expression)).toBe(true), expression).toPass({
      timeout: PATIENCE_MS,
    });
  }

  /** What is on the screen, for the message of a test that has failed. */
  private async shown(): Promise<string> {
    return String(
      await this.driver.evaluate(
        '[location.href, document.readyState, document.activeElement?.cloneNode().outerHTML, document.body.innerText].join("\\n").slice(0, 2000)',
      ),
    );
  }

  private async count(query: ElementQuery): Promise<number> {
    if ((await this.driver.evaluate(hasQuerySource)) !== true)
      await this.driver.evaluate(`(() => { ${querySource} })()`);
    return Number(await this.driver.evaluate(`${expressionOf(query)}.length`));
  }
}

const firstOf = (query: ElementQuery) => `${expressionOf(query)}[0]`;
const nameOf = ({ what, name }: ElementQuery) => [what, name].filter(Boolean).join(' ');
