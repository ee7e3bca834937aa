/** @jest-environment node */
import { renderToString } from 'react-dom/server';

import { DevUiPage } from './dev-ui-page';

describe('every component', () => {
  it('renders without a browser and without style attributes, which a content security policy would block', () => {
    const html = renderToString(<DevUiPage />);
    expect(html).toContain('部品の一覧');
    expect(html).not.toMatch(/\sstyle="/);
  });
});
