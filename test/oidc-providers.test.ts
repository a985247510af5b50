/** Identity providers as they are: how they know their client, and what they say of a person (decision 42 on ways in). */
// In a third of the runs: it starts servers of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acme } from './support/acme.ts'
import { openBrowser } from './support/browser.ts'
import { openIdentityProvider } from './support/identity-provider.ts'
import { openWorld } from './support/world.ts'

const name = 'Bo'
const email = 'bo@acme.test'

/** What each provider says by default. Facts from their documents; the addresses are in docs/operate/sign-in.md. */
const providers = {
  Entra: {
    inToken: { ver: '2.0', oid: 'o', tid: 't', name, preferred_username: email, email },
    atUserinfo: { name, email },
  },
  authentik: { inToken: { email, email_verified: false, name }, atUserinfo: { email, email_verified: false, name } },
  Authelia: { inToken: {}, atUserinfo: { email, email_verified: true, name, preferred_username: 'bo' } },
  Keycloak: { inToken: { email, email_verified: true, name }, atUserinfo: { email, email_verified: true, name } },
  Okta: { inToken: { email, name }, atUserinfo: { email, email_verified: true, name } },
  Google: { inToken: { email, email_verified: true, name }, atUserinfo: { email, email_verified: true } },
  Cognito: { inToken: { email, name }, atUserinfo: { email, email_verified: 'true' } },
}

test('42: the address that each provider gives signs in, by OIDC_EMAIL_TRUST=issuer where it proves nothing', async () => {
  await using identities = await openIdentityProvider({ claimsInToken: true })
  await using strict = await openWorld(identities.settings)
  await using lenient = await openWorld({
    ...identities.settings,
    OIDC_EMAIL_TRUST: 'issuer',
    OIDC_CREATE_PEOPLE: 'true',
  })
  const signIn = async (to: typeof strict, { inToken, atUserinfo }: { inToken: object; atUserinfo: object }) => {
    const browser = openBrowser(to)
    identities.at.inToken = { sub: 'b', ...inToken }
    const answer = await identities.signIn(browser, { sub: 'b', ...atUserinfo })
    return answer.status === 302 ? browser.who() : answer.body.code
  }
  for (const to of [strict, lenient]) await to.load(...acme())
  for (const [provider, says] of Object.entries(providers)) {
    const proves = !['Entra', 'authentik'].includes(provider)
    assert.equal(await signIn(strict, says), proves ? 'u_bo' : 'email_not_verified', provider)
    assert.equal(await signIn(lenient, says), 'u_bo', provider)
  }

  // Trust in an issuer ends with the workspace's own domains.
  const only = (more: { email?: string; email_verified?: boolean }) => {
    const claims = { sub: more.email ?? 'b', name, ...more }
    return signIn(lenient, { inToken: claims, atUserinfo: claims })
  }
  await lenient.load({
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_guest', email: 'guest@elsewhere.test', full_name: 'Guest' }],
  })
  const guest = { email: 'guest@elsewhere.test' }
  for (const email_verified of [undefined, false]) {
    assert.equal(await only({ ...guest, email_verified }), 'email_not_verified')
  }
  assert.equal(await only({ ...guest, email_verified: true }), 'u_guest')
  assert.match(await only({ email: 'new@acme.test' }), /^u_/)
  assert.equal(await only({}), 'email_not_verified')

  // That one address is verified does not prove another one.
  const mixed = { inToken: { email, email_verified: true }, atUserinfo: {} }
  assert.equal(await signIn(strict, mixed), 'u_bo')
  const ada = { sub: 'a', email: 'ada@acme.test', email_verified: true }
  const twoOthers = { inToken: { email }, atUserinfo: ada }
  assert.equal(await signIn(strict, twoOthers), 'u_ada')
})

test('42: what the id token proves is enough where userinfo fails, and a person stays in the groups that it does not say', async () => {
  await using identities = await openIdentityProvider({ claimsInToken: true })
  await using strict = await openWorld(identities.settings)
  await using lenient = await openWorld({
    ...identities.settings,
    OIDC_EMAIL_TRUST: 'issuer',
    OIDC_GROUPS_CLAIM: 'groups',
  })
  const signIn = async (to: typeof strict, person: object, userinfo: number | 'nothing' | null) => {
    const browser = openBrowser(to)
    const claims = { sub: 'b', name, ...person }
    Object.assign(identities.at, { inToken: claims, userinfo })
    const answer = await identities.signIn(browser, claims)
    return answer.status === 302 ? browser.who() : [answer.status, answer.body.code]
  }
  for (const to of [strict, lenient]) await to.load(...acme())
  assert.equal(await signIn(lenient, { email, groups: ['Red'] }, null), 'u_bo')
  const groups = async () =>
    (await lenient.db.selectFrom('sign_in_groups').select('channel_id').execute()).length +
    (await lenient.db.selectFrom('channel_members').select('user_id').where('user_id', '=', 'u_bo').execute()).length
  const before = await groups()
  for (const userinfo of [401, 403, 500, 'nothing'] as const) {
    assert.equal(await signIn(lenient, { email }, userinfo), 'u_bo', String(userinfo))
    assert.equal(await groups(), before)
    const isAway = userinfo === 'nothing'
    assert.deepEqual(await signIn(strict, { email }, userinfo), isAway ? [502, 'away'] : [400, 'failed'])
    assert.deepEqual(await signIn(lenient, {}, userinfo), isAway ? [502, 'away'] : [400, 'failed'])
  }
})

for (const takes of ['client_secret_basic', 'client_secret_post'] as const) {
  test(`42: a provider that says and takes only ${takes} knows its client`, async () => {
    await using identities = await openIdentityProvider({ takes, says: [takes] })
    await using world = await openWorld(identities.settings)
    await world.load(...acme())
    const browser = openBrowser(world)
    assert.equal((await identities.signIn(browser, { sub: 'b', email, email_verified: true })).status, 302)
    assert.equal(await browser.who(), 'u_bo')
  })
}

test('42: of several ways that a provider says basic is taken, and OIDC_CLIENT_AUTH changes it', async () => {
  await using identities = await openIdentityProvider({ takes: 'client_secret_post' })
  for (const [set, status] of [
    ['', 400],
    ['basic', 400],
    ['post', 302],
  ] as const) {
    await using world = await openWorld({ ...identities.settings, OIDC_CLIENT_AUTH: set })
    await world.load(...acme())
    const answer = await identities.signIn(openBrowser(world), { sub: 'b', email, email_verified: true })
    assert.equal(answer.status, status, set)
  }
})
