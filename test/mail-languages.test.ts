/** Mails come in the reader's language: the one they chose, else that of the browser of their first sign-in. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { backgroundJobs } from '../server/app/worker.ts'
import { languages } from '../server/people/caller/languages.ts'
import { wordsIn } from '../server/people/mail/words.ts'
import { acme, keys } from './support/acme.ts'
import { openBrowser, tokenFor } from './support/browser.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let server: MailServer
before(async () => {
  server = await openMailServer()
  world = await openWorld(server.settings)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  server.mails.length = 0
})

const me = '/api/v1/me'
const languageOf = async (key: string) => (await world.get(me, key)).body.user.language ?? null

async function minute() {
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'queue-recap-mails')!
    .run(null)
  await world.settle()
}

test('a person chooses a language, and takes the choice back', async () => {
  assert.equal(await languageOf(keys.bo), null)
  for (const language of ['fr', null, 'de']) {
    assert.equal((await world.patch(me, keys.bo, { language })).body.user.language, language)
    assert.equal(await languageOf(keys.bo), language)
  }
  assert.equal((await world.patch(me, keys.bo, {})).body.user.language, 'de')
  assert.equal(await languageOf(keys.adaRegular), null)
  const { status, body } = await world.patch(me, keys.bo, { language: 'tlh' })
  assert.deepEqual([status, body.errors[0].location], [400, 'body.language'])
})

test('without a choice the browser of the first sign-in counts, and no later one', async () => {
  const signIn = async (language: string) => {
    const token = await tokenFor(world, 'bo@acme.test')
    const headers = { 'accept-language': language }
    const answer = await openBrowser(world).post('/api/v1/session', { token }, { headers })
    assert.equal(answer.status, 201)
    return languageOf(keys.bo)
  }
  assert.equal(await signIn('es'), null)
  assert.equal(await signIn('de-AT,en;q=0.5'), 'de')
  assert.equal(await signIn('fr'), 'de')
})

for (const language of languages)
  test(`recaps and links to sign in, in ${language}`, async () => {
    const { recap, signIn, locale } = wordsIn(language)
    await world.patch(me, keys.bo, { language })
    await world.patch('/api/v1/me/notifications', keys.bo, { recaps: 'at_once' })
    const sections = [
      { title: 'Summary', content: 'We sell boats.' },
      { title: 'Decisions', items: Array.from({ length: 12 }, () => ({ text: 'Yes', timestamp: 1 })) },
    ]
    const [{ recordings, ...first }] = acme() as [{ recordings: object[] }]
    const { id, subdomain, name } = first as Record<string, unknown>
    const recording = {
      ...recordings[0],
      id: 'r_10',
      title: 'Boats',
      published_to: [],
      ai_notes: { markdown: '', sections },
    }
    await world.loadAndAnnounce({ id, subdomain, name, recordings: [recording] })
    await minute()
    await world.post(
      '/api/v1/session/email',
      undefined,
      { email: 'bo@acme.test' },
      { headers: { 'accept-language': 'it' } },
    )
    await world.settle()
    const [sent, link] = server.mails.map(({ text }) => text) as [string, string]
    const has = (mail: string, words: string[]) => {
      for (const each of words) assert(mail.includes(each), `${each}\n${mail}`)
    }
    has(sent, [
      recap.subject('Boats').replace(/.*(?=Boats)/, ''),
      `lang="${locale.slice(0, 2)}"`,
      recap.open,
      recap.why,
    ])
    has(sent, [recap.sections.Summary.toUpperCase(), recap.sections.Decisions, recap.morePoints(2)])
    has(sent, [recap.change, new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date('2026-01-05'))])
    has(link, [`${signIn.subject}:`, signIn.once(1, '').split(',')[0]!])
  })

test('a link to sign in comes in the language of the browser that asks, where the person has none', async () => {
  await world.post(
    '/api/v1/session/email',
    undefined,
    { email: 'bo@acme.test' },
    { headers: { 'accept-language': 'fr' } },
  )
  await world.settle()
  assert(server.mails[0]!.text.includes(wordsIn('fr').signIn.subject))
})
