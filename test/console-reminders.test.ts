/** Reminders to record in a real browser: switched on, shown by push and by an open page, and leading to the recorder. */
// In a third of the runs: a browser walks through it.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { noBrowser } from './support/chromium.ts'
import { lookAt } from './support/console-looks.ts'
import { type ConsoleWorld, openConsole, openSignedIn } from './support/console-world.ts'
import { type Device, openPushService, type PushService } from './support/push-service.ts'
import { waitFor } from './support/waiting.ts'

suite('with a browser', { skip: noBrowser }, () => {
  let its: ConsoleWorld
  let service: PushService
  before(async () => {
    service = await openPushService()
    its = await openConsole(service.settings)
  })
  beforeEach(async () => {
    for (const table of ['push_subscriptions', 'reminders'] as const) await its.world.db.deleteFrom(table).execute()
  })
  afterEach(() => its.closeTabs())
  after(async () => {
    await its[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })

  /** A headless browser shows no notifications, whatever it is allowed: what it is given is noted. */
  const noted = `
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => {
      const others = JSON.parse(localStorage.getItem('noted') ?? '[]').filter((each) => each.tag !== tag)
      localStorage.setItem('noted', JSON.stringify([...others, { title, body, tag, path: data.path }]))
    }`
  async function openAt(path: string, script = noted) {
    const tab = await openSignedIn(its, 'ada@acme.test', undefined, { serviceWorkers: 'allow' })
    await tab.context.addInitScript(script)
    await tab.page.goto(path)
    return tab
  }
  const here = (page: Page) => page.getByRole('switch', { name: 'Remind me on this device' })
  const devices = () => its.world.db.selectFrom('push_subscriptions').select(['id', 'titles']).execute()
  type Shown = { title: string; body: string; tag: string; path: string }
  const shown = async (page: Page): Promise<Shown[]> =>
    JSON.parse(await page.evaluate(`localStorage.getItem('noted') ?? '[]'`))

  /** A browser with the push service of this test: headless ones have none. */
  async function withPush(page: Page): Promise<{ device: () => Device }> {
    let device: Device | undefined
    await page.exposeFunction('subscribeHere', (key: string) => {
      device ??= service.subscribe(key)
      return device.subscription
    })
    await page.addInitScript(`
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        const subscription = await subscribeHere(applicationServerKey)
        return { toJSON: () => subscription }
      }
      PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { window.unsubscribed = true } })`)
    await page.reload()
    return { device: () => device! }
  }

  /** A meeting of Ada's that begins soon, of which she was just reminded. */
  async function addReminder(): Promise<{ noteId: string; title: string }> {
    const { db, base } = its.world
    const now = base.clock()
    const startsAt = new Date(now.getTime() + 120_000)
    const note = await db
      .selectFrom('notes')
      .innerJoin('event_attendees as invited', (join) =>
        join
          .onRef('invited.workspace_id', '=', 'notes.workspace_id')
          .onRef('invited.event_guid', '=', 'notes.event_guid'),
      )
      .innerJoin('users', 'users.email_folded', 'invited.email_folded')
      .select(['notes.workspace_id', 'notes.id', 'notes.title', 'notes.event_guid', 'users.id as user_id'])
      .where('users.email', '=', 'ada@acme.test')
      .orderBy('notes.id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('events')
      .set({ starts_at: startsAt, ends_at: new Date(startsAt.getTime() + 1_800_000), cancelled_at: null })
      .where('guid', '=', note.event_guid)
      .execute()
    const { workspace_id, user_id } = note
    await db
      .insertInto('reminders')
      .values({ workspace_id, user_id, note_id: note.id, starts_at: startsAt, made_at: now })
      .execute()
    return { noteId: note.id, title: note.title }
  }

  test('without a push service an open page reminds, once in the browser, and says so; then no mail comes', async () => {
    const { page, context, unexpected } = await openAt('/account')
    await here(page).click()
    await page.getByText('Only while the console is open').waitFor()
    assert.deepEqual(await devices(), [])
    const other = await context.newPage()
    await other.goto('/')
    const { noteId, title } = await addReminder()
    await waitFor(async () => (await shown(page)).length > 0)
    const [reminder] = await shown(page)
    assert.deepEqual([reminder!.title, reminder!.path], [title, `/note/${noteId}?record=yes`])
    assert.match(reminder!.body, /^Begins at \d+:\d\d\. Do you want to record it\?$/)
    const row = () => its.world.db.selectFrom('reminders').select('shown_at').executeTakeFirstOrThrow()
    await waitFor(async () => (await row()).shown_at !== null)
    await page.evaluate(`localStorage.removeItem('noted')`)
    await page.reload()
    await here(page).waitFor()
    assert.deepEqual(await shown(page), [], 'a page that is opened anew does not repeat it')
    await here(page).click()
    await page.getByText('Only while the console is open').waitFor({ state: 'detached' })
    assert.deepEqual(unexpected(/does not support the Push API in incognito mode/), [])
  })

  test('with a push service the device is listed; titles, and withdrawing it', async () => {
    const { page } = await openAt('/account')
    const { device } = await withPush(page)
    await here(page).click()
    const list = page.getByRole('list', { name: 'Devices on which you are reminded' })
    await list.getByText('This device').waitFor()
    assert.deepEqual(
      (await devices()).map(({ titles }) => titles),
      [false],
    )
    await page.getByRole('switch', { name: 'Show titles' }).click()
    await waitFor(async () => (await devices())[0]?.titles === true)
    assert.deepEqual(await lookAt(page, 'account'), [])
    // Its session ended meanwhile: the open page adds the device again.
    await its.world.db.deleteFrom('push_subscriptions').execute()
    await page.reload()
    await waitFor(async () => (await devices()).length === 1)
    assert.ok(device().subscription)
    await list.getByText('This device').waitFor()
    await list.getByRole('button', { name: /^Withdraw/ }).click()
    await list.waitFor({ state: 'detached' })
    assert.equal(await here(page).isChecked(), false)
    assert.deepEqual([await devices(), await page.evaluate('window.unsubscribed')], [[], true])
  })

  test('a browser that forbids notifications: the page says what to do', async () => {
    const { page } = await openAt('/account', `Notification.requestPermission = async () => 'denied'`)
    await here(page).click()
    await page.getByText('Your browser does not allow this page to show notifications').waitFor()
    assert.equal(await here(page).isChecked(), false)
  })

  test('a message of the push service becomes a notification; pressing it opens the recorder of the meeting', async () => {
    const { page, context } = await openAt('/')
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    const { noteId, title } = await addReminder()
    const reminder = { kind: 'reminder', note_id: noteId, starts_at: new Date().toISOString() }
    const messages = [reminder, { ...reminder, title }, { ...reminder, note_id: '../../x' }].map((each) =>
      JSON.stringify(each),
    )
    const [worker] = context.serviceWorkers()
    const [given, opened] = (await worker!.evaluate(`(async () => {
      const given = []
      registration.showNotification = async (title, options) => { given.push({ title, ...options }) }
      for (const data of ${JSON.stringify([...messages, '{'])}) dispatchEvent(new PushEvent('push', { data }))
      let opened
      clients.openWindow = async (path) => { opened = path }
      const notification = { data: given[0].data, close() {} }
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
      return [given, opened]
    })()`)) as [{ title: string; tag: string; actions: object[] }[], string]
    const words = given.map((each) => each.title)
    assert.deepEqual(words, ['A meeting', title])
    assert.equal(given[0]!.tag, given[1]!.tag, 'the later one takes the place of the first')
    assert.deepEqual(given[0]!.actions, [{ action: 'record', title: 'Record' }])
    assert.equal(opened, `/note/${noteId}?record=yes`)
    await page.goto(opened)
    await page.getByRole('dialog').getByText(title).waitFor()
  })
})
