// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getSitemap = /*#__PURE__*/ reference<Contract['getSitemap']>({ name: 'getSitemap', method: 'GET', path: '/sitemap' });
export const listSitemapPages = /*#__PURE__*/ reference<Contract['listSitemapPages']>({ name: 'listSitemapPages', method: 'GET', path: '/sitemap/{kind}' });
