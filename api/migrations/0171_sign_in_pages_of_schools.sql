-- The sign-in page of a school (OpenID Connect): its issuer, this product as its client, and the claim with the student
-- code. The secret of the client is encrypted with a key of the product.
alter table partner_schools
  add column sso_issuer text,
  add column sso_client_id text,
  add column sso_client_secret text,
  add column sso_claim text,
  add constraint sign_in_pages_are_whole check (
    num_nulls(sso_issuer, sso_client_id, sso_client_secret, sso_claim) in (0, 4) and (sso_issuer is null or sso = 'oidc'));
