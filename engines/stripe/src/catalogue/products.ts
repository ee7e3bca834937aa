import type { Stripe } from 'stripe';

import { deletedForm } from '../customers/customers';
import { emit, emitChange } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

type Product = Kinds['product'];
type Price = Kinds['price'];

/** Decimal amounts are strings on the wire; the SDK converts them to its own number type. */
export const decimalText = (value: number) => String(value) as unknown as NonNullable<Price['unit_amount_decimal']>;

export async function createProduct(work: Work, params: Stripe.ProductCreateParams): Promise<Product> {
  const id = params.id ?? newId('prod');
  await refuseTaken(work, 'product', id);
  const product = work.save<'product'>({
    id,
    object: 'product',
    active: params.active ?? true,
    created: work.now,
    default_price: null,
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata(null, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: work.now,
    url: null,
  });
  await emit(work, 'product.created', product);
  return product;
}

export async function updateProduct(
  work: Work,
  product: Product,
  params: Stripe.ProductUpdateParams,
): Promise<Product> {
  const defaultPrice = params.default_price
    ? (await work.get('price', params.default_price, 'default_price')).id
    : undefined;
  await emitChange<Product>(work, 'product.updated', product, {
    active: params.active ?? product.active,
    default_price: defaultPrice ?? product.default_price,
    description: params.description === undefined ? product.description : params.description || null,
    metadata: mergedMetadata(product.metadata, params.metadata),
    name: params.name ?? product.name,
    updated: work.now,
  });
  return product;
}

/** Deletes a product. Throws 400 when it has prices: it can then only be archived. */
export async function deleteProduct(work: Work, id: string): Promise<object> {
  const product = await work.get('product', id);
  if ((await work.list({ kind: 'price', keys: [`product:${id}`], limit: 1 })).length > 0)
    throw invalid('This product cannot be deleted because it has one or more user-created prices.');
  work.remove(product);
  await emit(work, 'product.deleted', product);
  return deletedForm(product);
}

export async function createPrice(work: Work, params: Stripe.PriceCreateParams): Promise<Price> {
  const { product_data: data, unit_amount: amount } = params;
  if (amount === undefined) throw invalid('Missing required param: unit_amount.', 'parameter_missing', 'unit_amount');
  if ((params.product === undefined) === (data === undefined))
    throw invalid(
      'You must specify either `product` or `product_data` when creating a price.',
      'parameter_missing',
      'product',
    );
  const product = data
    ? await createProduct(work, { name: data.name, metadata: data.metadata, id: data.id })
    : await work.get('product', params.product ?? '', 'product');
  if (params.lookup_key) await takeLookupKey(work, params.lookup_key, params.transfer_lookup_key ?? false);
  const { recurring } = params;
  const price = work.save<'price'>({
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: work.now,
    currency: CURRENCY,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergedMetadata(null, params.metadata),
    nickname: params.nickname ?? null,
    product: product.id,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: decimalText(amount),
  });
  await emit(work, 'price.created', price);
  return price;
}

export async function updatePrice(work: Work, price: Price, params: Stripe.PriceUpdateParams): Promise<Price> {
  if (params.lookup_key) await takeLookupKey(work, params.lookup_key, params.transfer_lookup_key ?? false, price.id);
  await emitChange<Price>(work, 'price.updated', price, {
    active: params.active ?? price.active,
    lookup_key: params.lookup_key ?? price.lookup_key,
    metadata: mergedMetadata(price.metadata, params.metadata),
    nickname: params.nickname ?? price.nickname,
  });
  return price;
}

/** A lookup key identifies one price and is transferred only on request. */
async function takeLookupKey(work: Work, key: string, isTransferred: boolean, own?: string): Promise<void> {
  await work.transaction.lock(`lookup-key/${work.account}/${key}`);
  const [holder] = await work.list({ kind: 'price', keys: [`lookup_key:${key}`], limit: 1 });
  if (!holder || holder.id === own) return;
  if (!isTransferred)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, undefined, 'lookup_key');
  work.save<'price'>(Object.assign(await work.get('price', holder.id), { lookup_key: null }));
}

export async function refuseTaken(work: Work, kind: 'coupon' | 'product', id: string): Promise<void> {
  await work.transaction.lock(`${kind}/${work.account}/${id}`);
  if (await work.find(kind, id)) throw invalid(`${kind} already exists.`, 'resource_already_exists', 'id');
}
