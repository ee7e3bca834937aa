/** @jest-environment node */
import { renderToString } from 'react-dom/server';

import { DevUiPage } from './dev-ui-page';

describe('every component', () => {
  it('renders where there is no browser, without a style attribute that a content security policy would refuse', () => {
    const html = renderToString(<DevUiPage />);
    expect(html).toContain('部品の一覧');
    expect(html).not.toMatch(/\sstyle="/);
  });
});
