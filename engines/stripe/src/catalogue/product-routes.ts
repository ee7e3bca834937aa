import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { amount, bool, clearable, hash, integer, list, metadata, oneOf, params, required, text } from '../params/rules';
import { chosenId, currency, id } from '../params/shared-rules';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { createPrice, createProduct, deleteProduct, updatePrice, updateProduct } from './products';

const recurring = hash<Stripe.PriceCreateParams.Recurring>({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer({ min: 1, max: 1095 }),
  usage_type: oneOf('licensed'),
});
const lookupKey = text({ max: 200 });
const name = text({ max: 250 });

const productRoutes = [
  route({
    method: 'POST',
    path: '/v1/products',
    params: params<Stripe.ProductCreateParams>({
      active: bool,
      description: text(),
      id: chosenId,
      metadata,
      name: required(name),
    }),
    handle: ({ work, params: given }) => createProduct(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/products',
    params: params<PageParams & { active?: boolean }>({ ...PAGE_BY_CREATED, active: bool }),
    handle: ({ work, params: { active, ...page } }) => listPage(work, 'product', '/v1/products', page, { active }),
  }),
  route({
    method: 'GET',
    path: '/v1/products/:id',
    params: params<object>({}),
    handle: ({ work, id: productId }) => work.get('product', productId),
  }),
  route({
    method: 'POST',
    path: '/v1/products/:id',
    params: params<Stripe.ProductUpdateParams>({
      active: bool,
      default_price: id,
      description: clearable(text()),
      metadata,
      name,
    }),
    handle: async ({ work, id: productId, params: given }) =>
      updateProduct(work, await work.get('product', productId), given),
  }),
  route({
    method: 'DELETE',
    path: '/v1/products/:id',
    params: params<object>({}),
    handle: ({ work, id: productId }) => deleteProduct(work, productId),
  }),
];

const priceRoutes = [
  route({
    method: 'POST',
    path: '/v1/prices',
    params: params<Stripe.PriceCreateParams>({
      active: bool,
      billing_scheme: oneOf('per_unit'),
      currency: required(currency),
      lookup_key: lookupKey,
      metadata,
      nickname: text({ max: 250 }),
      product: id,
      product_data: hash<Stripe.PriceCreateParams.ProductData>({ id: chosenId, metadata, name: required(name) }),
      recurring,
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      transfer_lookup_key: bool,
      unit_amount: amount(0),
    }),
    handle: ({ work, params: given }) => createPrice(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/prices',
    params: params<PageParams & { active?: boolean; lookup_keys?: string[]; product?: string; type?: string }>({
      ...PAGE_BY_CREATED,
      active: bool,
      lookup_keys: list(lookupKey, { max: 1 }),
      product: id,
      type: oneOf('one_time', 'recurring'),
    }),
    handle: ({ work, params: { active, lookup_keys: keys, product, type, ...page } }) =>
      listPage(work, 'price', '/v1/prices', page, { active, lookup_key: keys?.[0], product, type }),
  }),
  route({
    method: 'GET',
    path: '/v1/prices/:id',
    params: params<object>({}),
    handle: ({ work, id: priceId }) => work.get('price', priceId),
  }),
  route({
    method: 'POST',
    path: '/v1/prices/:id',
    params: params<Stripe.PriceUpdateParams>({
      active: bool,
      lookup_key: lookupKey,
      metadata,
      nickname: text({ max: 250 }),
      transfer_lookup_key: bool,
    }),
    handle: async ({ work, id: priceId, params: given }) => updatePrice(work, await work.get('price', priceId), given),
  }),
];

export const catalogueRoutes = [...productRoutes, ...priceRoutes];
