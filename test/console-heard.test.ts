/** What people do about what was heard in a recording, in a real browser: have it transcribed again, and give their voice. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { OnProgress, Transcriber } from '../server/making/engines/shared/engines.ts'
import { noBrowser } from './support/chromium.ts'
import { type ConsoleWorld, openAdmin, openConsole, openSignedIn, recordingId } from './support/console-world.ts'

let its: ConsoleWorld
before(async () => {
  if (!noBrowser) its = await openConsole({ STT_KIND: 'deepgram', STT_API_KEY: 'none' })
})
afterEach(() => its?.closeTabs())
after(() => its?.[Symbol.asyncDispose]())

const skip = noBrowser
const path = `/recap/${recordingId}`

/** Hears these two, when it is told to. */
function hears() {
  const [begun, end] = [Promise.withResolvers<OnProgress>(), Promise.withResolvers<void>()]
  const wanted: object[] = []
  const speech_segments = ['Wir fangen an.', 'Ich auch.'].map((text, index) => {
    return { speaker: `Speaker ${index + 1}`, text, start_time: 10 * index, end_time: 10 * index + 8 }
  })
  const transcriber: Transcriber = {
    async transcribe(_media, { languageCode, speakerCount }, _signal, options) {
      wanted.push({ languageCode, speakers: speakerCount })
      begun.resolve(options!.onProgress!)
      await end.promise
      return { transcript: { language_code: 'de', speech_segments }, durationSeconds: 18 }
    },
    hearVoices: async () => [{ speaker: 'Speaker 2', vector: [1, 0], model: 'small 1234' }],
  }
  its.world.base.engines = { ...its.world.base.engines, transcriber }
  return { wanted, begun: begun.promise, end: end.resolve }
}

test('a recording is transcribed again: it names what is replaced, shows how far it is, and the new words', {
  skip,
}, async () => {
  const heard = hears()
  const { page } = await openSignedIn(its, 'ada@acme.test', path)
  await page.request.patch(`/api/v1/recording/${recordingId}`, {
    data: { segments: [{ index: 0, text: 'Put right' }] },
    headers: { origin: its.origin },
  })
  await page.getByRole('button', { name: 'Transcribe again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transcribe this recording again?' })
  await dialog.getByText(/^Ada Moreau: “.*” became “Put right”$/).waitFor()
  await dialog.getByRole('textbox', { name: 'How many people speak' }).fill('2')
  await dialog.getByRole('combobox', { name: 'Language' }).fill('Germ')
  await page.getByRole('option', { name: 'German' }).click()
  await dialog.getByRole('button', { name: 'Replace them and transcribe' }).click()
  await page.getByText('Transcribing', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Transcribe again' }).count(), 0)

  const settled = its.world.settle()
  const tell = await heard.begun
  assert.deepEqual(heard.wanted, [{ languageCode: 'de', speakers: 2 }])
  tell(0.25)
  await page.getByText('Transcribing · 25%').waitFor()
  await page.reload()
  await page.getByRole('progressbar').waitFor()
  heard.end()
  await settled
  await page.getByText('The recording was transcribed again.').waitFor()
  await page.getByText('Wir fangen an.').waitFor()
})

test('“this is me” waits for the others who were there; when all say yes, the account page has the voice', {
  skip,
}, async () => {
  hears()
  const admin = await openAdmin(its, 'settings')
  const voices = admin.page.getByRole('switch', { name: 'Recognise people by their voice' })
  await admin.page.getByText(/^Voices are biometric data, which the law protects/).waitFor()
  await voices.click()
  await admin.page.getByText('Saved').or(admin.page.locator('[role=switch]:checked')).first().waitFor()

  const { page } = await openSignedIn(its, 'bo@acme.test', path)
  await page.getByRole('button', { name: 'This is me: Speaker 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'This is me: Speaker 2' })
  await dialog.getByText(/^Your voice is read from this recording and kept/).waitFor()
  await dialog.getByRole('button', { name: 'I agree, keep my voice' }).click()
  await page.getByText('It waits for the others who were there.').waitFor()
  const missing = (names: string) => page.getByText(`Waits for the word of ${names}: it could be their voice`)
  await missing('Ada Moreau, Priya Raman, 陳美玲').waitFor()
  assert.equal(await page.getByRole('button', { name: 'This is me: Bo Lindqvist' }).count(), 0)

  for (const [email, place] of [
    ['ada@acme.test', '/'],
    ['priya@acme.test', path],
    ['mei@acme.test', '/account'],
  ] as const) {
    const other = await openSignedIn(its, email, place)
    await other.page.getByText('Bo Lindqvist says of Speaker 2: “This is me.”').waitFor()
    await other.page.getByText('It could be your voice, so nothing is kept without your word.').waitFor()
    await other.page.getByRole('button', { name: 'Yes, that is Bo Lindqvist' }).click()
    await other.page.getByRole('button', { name: 'That is not Bo Lindqvist' }).waitFor({ state: 'detached' })
  }
  await page.goto('/account')
  await page.getByText(/^Kept since .* · from one recording · confirmed by others$/).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'voice.json')
  await page.getByRole('button', { name: 'Delete my voice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my voice' }).click()
  await page.getByText(/^It is not kept\./).waitFor()

  await page.goto(path)
  await page.getByRole('button', { name: 'This is me: Speaker 2' }).click()
  await dialog.getByRole('button', { name: 'I agree, keep my voice' }).click()
  await missing('Ada Moreau, Priya Raman, 陳美玲').waitFor()
  const ada = await openSignedIn(its, 'ada@acme.test', path)
  await ada.page.getByRole('button', { name: 'That is not Bo Lindqvist' }).click()
  await ada.page.getByText('Bo Lindqvist says of Speaker 2').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Somebody who was there says that this is not you').waitFor()
})

test('a name by voice or microphone says how it came, and why it cannot be taken away', { skip }, async () => {
  const { page } = await openSignedIn(its, 'ada@acme.test')
  await page.route(`**/api/v1/recording/${recordingId}`, async (route) => {
    if (route.request().method() !== 'GET')
      return route.fulfill({ status: 400, json: { message: 'The service says no', detail: 'The service says no' } })
    const response = await route.fetch()
    const json = await response.json()
    const { speaker } = json.recording.transcript.speech_segments[0]
    json.recording.transcript.recognised = [{ speaker, before: 'Speaker 1', by: 'microphone' }]
    await route.fulfill({ response, json })
  })
  await page.goto(path)
  await page.getByText('assumed from the microphone').waitFor()
  await page.getByRole('button', { name: /^Not / }).click()
  await page.getByText('The service says no').waitFor()
})
