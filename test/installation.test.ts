/** What administrators read of the operator's settings: everything that helps, and no secret. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { test } from 'node:test'
import { keepLastBackup } from '../server/people/accounts/installation.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld } from './support/world.ts'

const nothing = { single_sign_on: null, directory: null, mail: null, calendars: [] }

test('without settings everything is said to be missing; only super admins read it', async () => {
  await using world = await openWorld()
  await world.empty()
  await world.load(...acme())
  const { status, body } = await world.get('/api/v1/installation', keys.ada)
  assert.equal(status, 200)
  const { single_sign_on, directory, mail, calendars } = body.installation
  assert.deepEqual({ single_sign_on, directory, mail, calendars }, nothing)
  assert.equal((await world.get('/api/v1/installation', keys.bo)).status, 403)
})

test('what is set is said, without any secret', async () => {
  const settings = {
    PUBLIC_URL: 'https://meetings.example.com',
    SMTP_URL: 'smtps://user:hidden1@mail.example.com:465?pool=hidden2',
    MAIL_FROM: 'Minutebook <minutebook@example.com>',
    OIDC_ISSUER: 'https://who:hidden3@sso.example.com/realm/',
    OIDC_CLIENT_ID: 'minutebook',
    OIDC_CLIENT_SECRET: 'hidden4',
    OIDC_GROUPS_CLAIM: 'groups',
    CALENDAR_GOOGLE_CLIENT_ID: 'google-id',
    CALENDAR_GOOGLE_CLIENT_SECRET: 'hidden5',
    CALENDAR_MICROSOFT_CLIENT_ID: 'microsoft-id',
    CALENDAR_MICROSOFT_CLIENT_SECRET: 'hidden6',
    CALENDAR_MICROSOFT_TENANT: 'organizations',
  }
  await using world = await openWorld(settings)
  await world.empty()
  await world.load(...acme())
  const made = await world.post('/api/v1/api_key', keys.ada, { name: 'directory', super_admin: true, scopes: ['scim'] })
  await world.post('/api/v1/api_key', keys.ada, { name: 'all', super_admin: true, scopes: null })
  await mkdir(world.config.dataDir, { recursive: true })
  await keepLastBackup(world.config, '2026-01-05T03:00:00.000Z')
  const { body } = await world.get('/api/v1/installation', keys.ada)
  assert.doesNotMatch(JSON.stringify(body), /hidden|user:|who:/)
  const { database, media, last_backup_at, ...said } = body.installation
  assert.deepEqual(said, {
    public_url: 'https://meetings.example.com',
    single_sign_on: {
      issuer: 'https://sso.example.com/realm/',
      name: 'Single sign-on',
      creates_people: false,
      groups_claim: 'groups',
      email_trust: 'verified',
      only: false,
    },
    directory: { keys: 1, last_used_at: null },
    mail: { server: 'mail.example.com:465', from: 'Minutebook <minutebook@example.com>' },
    calendars: [
      { provider: 'google', tenant: null },
      { provider: 'microsoft', tenant: 'organizations' },
    ],
  })
  // Only of the embedded database is it known.
  assert.equal(last_backup_at, database === 'embedded' ? '2026-01-05T03:00:00.000Z' : null)
  await world.patch(`/api/v1/api_key/${made.body.api_key.id}`, keys.ada, { active: false })
  assert.equal((await world.get('/api/v1/installation', keys.ada)).body.installation.directory, null)
})
