import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForAllTenants } from './shared-issuers.ts'

const tenant = '4b2c0f9e-1d7a-4f6b-9a51-0c3d2e1f4a5b'

test('issuers where anybody can have an account are known, those of one organization are not among them', () => {
  const entra = 'https://login.microsoftonline.com'
  for (const issuer of [
    ...['common', 'organizations', 'consumers', 'COMMON', '9188040d-6c67-4c5b-b112-36a304b66dad'].map(
      (each) => `${entra}/${each}/v2.0`,
    ),
    `${entra}/common`,
    `${entra}/`,
    'https://login.microsoftonline.us/organizations/v2.0',
    'https://sts.windows.net/common/',
    'https://accounts.google.com',
    'https://accounts.google.com/',
    'https://appleid.apple.com',
    'https://gitlab.com',
  ]) {
    assert(isForAllTenants(issuer), issuer)
  }
  for (const issuer of [
    `${entra}/${tenant}/v2.0`,
    `https://sts.windows.net/${tenant}/`,
    `${entra}/commonwealth.example/v2.0`,
    'https://acme.okta.com',
    'https://sso.acme.test/application/o/minutebook/',
    'https://sso.acme.test/realms/common',
    'https://accounts.google.com.acme.test',
    'https://gitlab.acme.test',
  ]) {
    assert(!isForAllTenants(issuer), issuer)
  }
})
