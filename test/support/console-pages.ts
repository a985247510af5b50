/** Every page of the console, as tests look at it and as its pictures show it. */
import type { Insertable } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { hashSecret } from '../../server/people/caller/keys.ts'
import type { Tables } from '../../server/platform/postgres/tables.ts'
import { storeChat } from '../../server/webhooks/chats/channel-webhook.ts'
import { type ConsoleWorld, consentPath, openSignedIn, recordingId } from './console-world.ts'

export type ConsolePage = {
  /** Names its picture. */
  name: string
  path: string
  /** A state that tests look at, of a page that has other pictures: all of them together are not to be large. */
  hasNoPicture?: true
  /** What has to be there before the page is opened. */
  begin?: (its: ConsoleWorld) => Promise<void>
  /** Waits until everything that belongs on it is there. */
  ready: (page: Page) => Promise<unknown>
}

type Tab = Awaited<ReturnType<typeof openSignedIn>>

/** A tab of a super admin of the demo world, for page after page: a new browser for each would take three times as long. */
export const openViewer = (its: ConsoleWorld): Promise<Tab> => openSignedIn(its, 'ada@acme.test', '/')

/** Opens a page with no administrator rights but those that it takes, on behalf of nobody, and forgets older complaints. */
export async function openPage(its: ConsoleWorld, { page, complaints }: Tab, { path, begin, ready }: ConsolePage) {
  await page.evaluate('sessionStorage.clear()')
  // A page that loses its rights may load itself anew.
  await page.goto('about:blank')
  await its.world.db.updateTable('sessions').set({ elevated_until: null }).execute()
  await page.setViewportSize({ width: 1_280, height: 720 })
  await page.emulateMedia({ colorScheme: 'light' })
  complaints.length = 0
  await begin?.(its)
  await page.goto(path)
  await ready(page)
}

const captions = (...voices: string[]) =>
  `WEBVTT\n\n${voices.map((voice, at) => `00:00:0${at}.000 --> 00:00:0${at}.900\n<v ${voice}>Good morning.\n`).join('\n')}`

/** What somebody may import: with a transcript, with notes, and what nobody reads. */
const importedFiles = [
  { name: '2025-03-04 Budget of 2025.vtt', content: captions('Kim Park', 'Lou Grant') },
  {
    name: 'Roadmap.md',
    content:
      '---\ntitle: "Roadmap"\nstart: "2025-03-05T09:00:00Z"\npeople: ["kim@elsewhere.test"]\n---\n\nWe build less.\n',
  },
  { name: 'פגישה 2025-03-06.vtt', content: captions('דנה לוי') },
  { name: 'drawing.sketch', content: 'no words' },
].map(({ name, content }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }))

export const consolePages: ConsolePage[] = [
  { name: 'home', path: '/', ready: (page) => page.locator('[data-item]').first().waitFor() },
  { name: 'uploads', path: '/uploads', ready: (page) => page.getByText('Your uploads').waitFor() },
  {
    name: 'guest',
    hasNoPicture: true,
    path: '/guest#token=guest',
    begin: addOutsideLink,
    ready: (page) => page.getByRole('heading', { name: 'Transcript' }).waitFor(),
  },
  {
    name: 'uploads-transcript',
    hasNoPicture: true,
    path: '/uploads?by=transcript',
    ready: (page) => page.getByText('From a file').waitFor(),
  },
  {
    name: 'import',
    hasNoPicture: true,
    path: '/import',
    ready: async (page) => {
      await page.locator('input[type=file][multiple]:not([aria-hidden])').setInputFiles(importedFiles)
      await page.getByRole('heading', { name: 'These files hold 3 meetings' }).waitFor()
    },
  },
  { name: 'meetings', path: '/notes', ready: (page) => page.locator('[data-meeting]').first().waitFor() },
  {
    name: 'meetings-none',
    hasNoPicture: true,
    path: '/notes?title=nothing+like+this',
    ready: (page) => page.getByText('No meeting has').waitFor(),
  },
  {
    name: 'meetings-narrowed',
    hasNoPicture: true,
    path: '/notes?channel=ch_product&from=2026-01-01',
    ready: (page) => page.locator('[data-meeting]').first().waitFor(),
  },
  { name: 'recordings', path: '/recordings', ready: (page) => page.locator('[data-row]').first().waitFor() },
  { name: 'search', path: '/search?q=remote+control', ready: (page) => page.locator('mark').first().waitFor() },
  {
    name: 'decisions',
    path: '/decisions?state=all',
    begin: addDecisions,
    ready: (page) => page.getByRole('list', { name: 'Proposals' }).waitFor(),
  },
  {
    name: 'decision-history',
    hasNoPicture: true,
    path: '/decisions?state=all',
    begin: addDecisions,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Actions for: We sell it for 20 euros' }).click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      await page.getByRole('dialog').getByText('No longer replaces').waitFor()
    },
  },
  {
    name: 'person',
    hasNoPicture: true,
    path: '/person/u_bo',
    ready: (page) => page.locator('[data-meeting]').first().waitFor(),
  },
  {
    name: 'decisions-none',
    hasNoPicture: true,
    path: '/decisions?q=unheard&as_of=2026-09-15',
    ready: (page) => page.getByText('Nothing matches these filters').waitFor(),
  },
  {
    name: 'rules',
    hasNoPicture: true,
    path: '/rules',
    begin: addRules,
    ready: (page) => page.getByText('a bot records').waitFor(),
  },
  {
    name: 'brief',
    path: '/note/n_remote_review/brief',
    ready: (page) => page.locator('[data-item]').first().waitFor(),
  },
  {
    name: 'search-ask',
    path: '/search?q=remote+control%3F&ask=yes',
    ready: (page) => page.getByText('There is no language model here').waitFor(),
  },
  {
    name: 'search-begin',
    hasNoPicture: true,
    path: '/search',
    ready: (page) => page.getByText('What are you looking for').waitFor(),
  },
  {
    name: 'search-none',
    hasNoPicture: true,
    path: '/search?q=%22nothing+like+this%22&speaker=Bo',
    ready: (page) => page.getByText('Nothing was found').waitFor(),
  },
  {
    name: 'items',
    path: '/items?whose=all',
    ready: (page) => page.getByRole('heading', { name: 'Overdue' }).waitFor(),
  },
  {
    name: 'items-done',
    hasNoPicture: true,
    path: '/items?state=done',
    ready: (page) => page.locator('[data-item]').first().waitFor(),
  },
  {
    name: 'items-none',
    hasNoPicture: true,
    path: '/items?state=archived',
    ready: (page) => page.getByText('Nothing archived').waitFor(),
  },
  {
    name: 'items-new',
    hasNoPicture: true,
    path: '/items',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New item' }).click()
      await page.getByRole('combobox', { name: 'People' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'calendar',
    path: '/calendar',
    ready: (page) => page.getByRole('heading', { name: 'Your calendars' }).waitFor(),
  },
  { name: 'channels', path: '/channels', ready: (page) => page.getByText('Public channels to join').waitFor() },
  { name: 'channel', path: '/channel/ch_product', ready: (page) => page.locator('[data-meeting]').first().waitFor() },
  {
    name: 'channel-members',
    path: '/channel/ch_product?shows=members',
    ready: (page) => page.getByText('Add someone').waitFor(),
  },
  {
    name: 'channel-chat-none',
    hasNoPicture: true,
    path: '/channel/ch_product?shows=chat',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Choose a chat' }).click()
      await page.getByRole('textbox', { name: 'Address of its incoming webhook' }).waitFor()
    },
  },
  {
    name: 'channel-chat',
    hasNoPicture: true,
    path: '/channel/ch_product?shows=chat',
    begin: addChat,
    ready: (page) => page.getByText('Send a test').waitFor(),
  },
  {
    name: 'channel-outside',
    hasNoPicture: true,
    path: '/channel/ch_research',
    ready: (page) => page.getByText('You are not in this channel').waitFor(),
  },
  { name: 'recap', path: `/recap/${recordingId}`, ready: (page) => page.getByText('Talk time').waitFor() },
  {
    name: 'recap-transcript',
    path: `/recap/${recordingId}?t=200&q=remote`,
    ready: (page) => page.locator('mark').first().waitFor(),
  },
  {
    name: 'recap-correcting',
    path: `/recap/${recordingId}?t=0`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Edit the notes' }).click()
      await page
        .getByRole('button', { name: /^Correct what/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Words' }).first().waitFor()
    },
  },
  {
    name: 'recap-history',
    hasNoPicture: true,
    path: '/recap/r_remote_4',
    ready: async (page) => {
      await page.request.patch('/api/v1/recording/r_remote_4', {
        data: { speakers: { 'Priya Raman': 'Priya R.' } },
        headers: { origin: new URL(page.url()).origin },
      })
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('dialog').getByText('Priya R.').first().waitFor()
    },
  },
  { name: 'note', path: '/note/n_remote_1', ready: (page) => page.getByRole('textbox', { name: 'Agenda' }).waitFor() },
  {
    name: 'note-of-series',
    path: '/note/n_remote_review',
    ready: (page) =>
      page.getByRole('list', { name: 'Still open from earlier meetings' }).getByRole('link').nth(2).waitFor(),
  },
  {
    name: 'note-sharing',
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('combobox', { name: 'Publish in' }).waitFor()
    },
  },
  {
    name: 'note-sharing-series',
    hasNoPicture: true,
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Whole series (1)').click()
      await page.getByRole('dialog').getByText('zoe@acme.test').waitFor()
    },
  },
  {
    name: 'note-item',
    hasNoPicture: true,
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^People and date of/ })
        .first()
        .click()
      await page.getByLabel('Due', { exact: true }).waitFor()
    },
  },
  {
    name: 'note-item-people',
    hasNoPicture: true,
    path: '/note/n_remote_1',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^People and date of/ })
        .first()
        .click()
      await page.getByRole('combobox', { name: 'People' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'note-conflict',
    hasNoPicture: true,
    path: '/note/n_remote_review',
    ready: async (page) => {
      await page.getByRole('textbox', { name: 'Agenda' }).waitFor()
      await writeFirst(page, 'n_remote_review', ['Go or no go', 'Go or no go, on Monday'])
      await page.getByRole('textbox', { name: 'Agenda' }).press('Control+End')
      await page.keyboard.type(', by Friday')
      await page.getByRole('dialog', { name: 'Somebody else changed this note' }).waitFor()
    },
  },
  {
    name: 'note-to-read',
    path: '/note/n_games_4',
    ready: (page) => page.getByText('You can read this agenda').waitFor(),
  },
  // Before any page takes the rights: they stay with the session.
  {
    name: 'admin-closed',
    hasNoPicture: true,
    path: '/admin',
    ready: (page) => page.getByText('This needs administrator rights').waitFor(),
  },
  { name: 'developer-keys', path: '/developer', ready: (page) => page.getByText('No keys yet').waitFor() },
  {
    name: 'developer-key-new',
    hasNoPicture: true,
    path: '/developer',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('radio', { name: 'only this:' }).check()
    },
  },
  {
    name: 'developer-webhooks',
    path: '/developer?tab=webhooks',
    ready: withRights((page) => page.getByText('hooks.acme.test').first().waitFor()),
  },
  {
    name: 'developer-webhook-new',
    hasNoPicture: true,
    path: '/developer?tab=webhooks',
    ready: async (page) => {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByRole('radio', { name: 'only these:' }).check()
      await page.getByRole('checkbox', { name: 'ai_note.generated' }).waitFor()
    },
  },
  {
    name: 'developer-events',
    path: '/developer?tab=events',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Listen' }).click()
      await page.getByText('Listening', { exact: true }).waitFor()
    },
  },
  {
    name: 'webhook',
    path: '/developer/webhook/wh_bo',
    ready: withRights((page) => page.getByText('Reminders on my desk lamp').waitFor()),
  },
  {
    name: 'webhook-headers',
    hasNoPicture: true,
    path: '/developer/webhook/wh_bo',
    begin: addHeaders,
    ready: withRights(async (page) => {
      await page.getByText('Sent with').waitFor()
      await page.getByRole('button', { name: /^More for https/ }).click()
      await choose(page, 'Headers …')
      await page.getByRole('button', { name: 'Replace authorization' }).click()
      await page.getByRole('button', { name: 'Remove x-team' }).click()
      await page.getByRole('button', { name: 'Add a header' }).click()
    }),
  },
  {
    name: 'webhook-statistics',
    path: '/developer/webhook/wh_bo?tab=statistics',
    ready: withRights((page) => page.getByText('Nothing was sent in this time.').waitFor()),
  },
  {
    name: 'unsubscribe',
    hasNoPicture: true,
    path: '/unsubscribe',
    ready: (page) => page.getByRole('button', { name: 'Stop the mails' }).waitFor(),
  },
  { name: 'account', path: '/account', ready: (page) => page.getByText('This browser').waitFor() },
  { name: 'admin-people', path: '/admin', ready: withRights((page) => page.getByText('Bo Lindqvist').waitFor()) },
  {
    name: 'admin-add',
    hasNoPicture: true,
    path: '/admin',
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'Add people' }).click()
      await page.getByRole('menuitem', { name: 'Import a table' }).waitFor()
    }),
  },
  {
    name: 'admin-invite',
    path: '/admin',
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'Add people' }).click()
      await choose(page, 'Invite from a list')
      const list = 'dee@acme.test, Dee Sato\neva@acme, Eva Ek, yes\nbo@acme.test, Bo\nfay@acme.test, Fay Ode, yes'
      await page.getByRole('textbox', { name: 'List' }).fill(list)
      await page.getByText('Already has an account').waitFor()
    }),
  },
  {
    name: 'admin-erase',
    hasNoPicture: true,
    path: '/admin?q=bo',
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'More for Bo Lindqvist' }).click()
      await choose(page, 'Erase …')
      await page.getByLabel('To erase, type their address').fill('bo@acme.test')
    }),
  },
  {
    name: 'admin-erasures',
    hasNoPicture: true,
    path: '/admin',
    ready: withRights(async (page) => {
      const headers = { origin: new URL(page.url()).origin }
      const data = { email: 'gone@acme.test', full_name: 'Gone' }
      const { user } = await (await page.request.post('/api/v1/user', { data, headers })).json()
      // What an earlier look has made is asked for again.
      if (user) await page.request.delete(`/api/v1/user/${user.id}`, { headers })
      await page.reload()
      await page.getByRole('heading', { name: 'Erasures' }).waitFor()
    }),
  },
  {
    name: 'admin-import',
    hasNoPicture: true,
    path: '/admin',
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'Add people' }).click()
      await choose(page, 'Import a table')
      const list = 'email,name,admin,active\ndee@acme.test,Dee Sato,yes,\nbo@acme.test,Bo Lind,,no\nzoe@acme.test'
      await page.getByRole('textbox', { name: 'List' }).fill(list)
      await page.getByText('1 new, 1 changed, 1 unchanged').waitFor()
    }),
  },
  {
    name: 'admin-retention',
    hasNoPicture: true,
    path: '/admin?tab=settings',
    ready: withRights(async (page) => {
      await page.getByRole('textbox', { name: 'Transcripts' }).fill('365')
      await page.getByRole('textbox', { name: 'Whole meetings' }).fill('3650')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('older than 365 days').waitFor()
    }),
  },
  {
    name: 'admin-settings',
    path: '/admin?tab=settings',
    ready: withRights((page) => page.getByText('Usage').waitFor()),
  },
  {
    name: 'admin-notes',
    path: '/admin?tab=notes',
    begin: addNoteTemplates,
    ready: withRights((page) => page.getByText('only if chosen at an upload').waitFor()),
  },
  {
    name: 'admin-notes-template',
    hasNoPicture: true,
    path: '/admin?tab=notes',
    begin: addNoteTemplates,
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'More for Weekly' }).click()
      await choose(page, 'Edit')
      await page.getByLabel('Heading').waitFor()
    }),
  },
  {
    name: 'admin-glossary',
    path: '/admin?tab=glossary',
    begin: addTerms,
    ready: withRights((page) => page.getByText('Heard as: plus works').waitFor()),
  },
  {
    name: 'admin-glossary-none',
    hasNoPicture: true,
    path: '/admin?tab=glossary',
    begin: removeTerms,
    ready: withRights((page) => page.getByText('No terms yet').waitFor()),
  },
  {
    name: 'admin-recorders',
    path: '/admin?tab=recorders',
    begin: addRecorders,
    ready: withRights((page) => page.getByText('subscribed until').waitFor()),
  },
  {
    name: 'admin-recorders-none',
    hasNoPicture: true,
    path: '/admin?tab=recorders',
    begin: removeRecorders,
    ready: withRights((page) => page.getByText('No recorders yet').waitFor()),
  },
  {
    name: 'admin-recorder-new',
    hasNoPicture: true,
    path: '/admin?tab=recorders',
    begin: removeRecorders,
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'Add a recorder' }).click()
      await page.getByRole('radio', { name: 'Google Meet' }).check()
      await page.getByLabel('Service account of the pushes').waitFor()
    }),
  },
  {
    name: 'admin-recorder-address',
    hasNoPicture: true,
    path: '/admin?tab=recorders',
    begin: addRecorders,
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: /^More for Zoom/ }).click()
      await choose(page, 'Address')
      await page.getByRole('group', { name: 'Address' }).waitFor()
    }),
  },
  {
    name: 'admin-audit',
    path: '/admin?tab=audit',
    ready: withRights((page) => page.getByText('Took administrator rights').first().waitFor()),
  },
  {
    name: 'acting',
    path: '/admin?q=helena',
    ready: withRights(async (page) => {
      await page.getByRole('button', { name: 'More for Helena Brandt' }).click()
      await choose(page, 'Act as this person')
      await page.getByText('Acting as').waitFor()
      await page.locator('[data-meeting]').first().waitFor()
    }),
  },
  { name: 'consent', path: consentPath, ready: (page) => page.getByRole('button', { name: 'Allow' }).waitFor() },
  {
    name: 'assistants',
    path: '/account/assistants',
    ready: (page) => page.getByText('Cloud helper', { exact: true }).waitFor(),
  },
  // The last one: with voices on, other pages would show more.
  {
    name: 'account-voice',
    hasNoPicture: true,
    path: '/account',
    begin: addContestedVoice,
    ready: (page) => page.getByText('Whose voice is this?').waitFor(),
  },
  {
    name: 'not-found',
    hasNoPicture: true,
    path: '/note/none',
    ready: (page) => page.getByText('There is nothing here').waitFor(),
  },
]

/** Ada's voice is contested, one of hers waits for a word, and she is asked for one. */
async function addContestedVoice({ world: { db, base } }: ConsoleWorld): Promise<void> {
  const [ids, at] = [{ workspace_id: 'ws_acme' }, base.clock()]
  const claim = { ...ids, recording_id: recordingId, needs_word: true, given_at: null, created_at: at }
  const voice = { ...ids, user_id: 'u_ada', model: 'small', vector: null, created_at: at, updated_at: at }
  await db.updateTable('workspaces').set({ voices: true }).execute()
  await db.insertInto('voices').values(voice).execute()
  await db
    .insertInto('voice_contests')
    .values({ ...ids, user_id: 'u_ada', at })
    .execute()
  await db
    .insertInto('voice_claims')
    .values([
      { ...claim, id: 'vc_ada', user_id: 'u_ada', spans: JSON.stringify([[0, 20]]) },
      { ...claim, id: 'vc_bo', user_id: 'u_bo', spans: JSON.stringify([[200, 230]]) },
    ])
    .execute()
  await db
    .insertInto('voice_words')
    .values([
      { ...ids, claim_id: 'vc_ada', user_id: 'u_bo', needed: true, says: null },
      { ...ids, claim_id: 'vc_bo', user_id: 'u_ada', needed: true, says: null },
    ])
    .execute()
}

/** Chooses an item of the open menu, and waits until the menu has faded out: axe would find it without items. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('menu').waitFor({ state: 'hidden' })
}

/** Takes administrator rights before it waits. */
function withRights(ready: ConsolePage['ready']): ConsolePage['ready'] {
  return async (page) => {
    const elevated = await page.evaluate("fetch('/api/v1/session/elevate', { method: 'POST' }).then(({ ok }) => ok)")
    if (!elevated) throw new Error('no rights were given')
    await page.reload()
    await ready(page)
  }
}

/** The webhook of the demo has an address that nothing answers at: it is written where it stands. */
async function addHeaders({ world }: ConsoleWorld): Promise<void> {
  const header_names = ['authorization', 'x-team', 'x-tenant']
  await world.db.updateTable('webhooks').set({ header_names }).where('id', '=', 'wh_bo').execute()
}

async function addTerms({ world: { db, base } }: ConsoleWorld): Promise<void> {
  const terms = [
    { term: 'Plastworks', sounds_like: ['plus works', 'plaster works'], note: 'our largest customer' },
    { term: 'Zbigniew', sounds_like: ['is big new'] },
    { term: 'Rotterdam' },
  ]
  const row = { document: JSON.stringify({ terms }), changed_at: base.clock() }
  await db
    .insertInto('glossaries')
    .values({ workspace_id: 'ws_acme', ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

async function removeTerms({ world }: ConsoleWorld): Promise<void> {
  await world.db.deleteFrom('glossaries').execute()
}

async function addNoteTemplates({ world }: ConsoleWorld): Promise<void> {
  const rest = { instructions: null, sections: [], series_ids: [], title_contains: null, is_default: false }
  const risks = [{ title: 'Risks', instructions: 'What may delay the launch, and who watches it.' }]
  const document = JSON.stringify({
    instructions: 'Short sentences. Sums of money in euros.',
    glossary: [
      { term: 'Plastworks', meaning: 'our largest customer' },
      { term: 'Zbigniew', meaning: null },
    ],
    templates: [
      { ...rest, id: 'nt_weekly', name: 'Weekly', sections: risks, series_ids: ['se_remote'] },
      { ...rest, id: 'nt_sales', name: 'Sales call', title_contains: 'sales', is_default: true },
      { ...rest, id: 'nt_board', name: 'Board' },
    ],
  })
  const row = { document, changed_at: world.base.clock() }
  await world.db
    .insertInto('note_templates')
    .values({ workspace_id: 'ws_acme', ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** One that is well, one that failed, and one that is stopped. */
async function addRecorders(its: ConsoleWorld): Promise<void> {
  await removeRecorders(its)
  const now = its.world.base.clock()
  const shared = { workspace_id: 'ws_acme', secret: Buffer.alloc(0), created_at: now, last_event_at: now }
  const recorders: Insertable<Tables['recorders']>[] = [
    {
      ...shared,
      id: 'rec_teams',
      kind: 'teams',
      takes: 'transcript',
      tenant_id: 'acme.test',
      client_id: '11aa',
      fallback_user_id: 'u_ada',
      subscribed_until: new Date(now.getTime() + 3_000_000),
    },
    {
      ...shared,
      id: 'rec_zoom',
      kind: 'zoom',
      takes: 'transcript',
      fallback_user_id: null,
      last_error: 'The host of the call has no active account here, and no other person is set',
    },
    {
      ...shared,
      id: 'rec_meet',
      kind: 'meet',
      takes: 'media',
      push_account: 'push@acme.test',
      topic: 'projects/acme/topics/minutebook',
      fallback_user_id: 'u_bo',
      active: false,
      last_event_at: null,
    },
  ]
  await its.world.db.insertInto('recorders').values(recorders).execute()
}

async function removeRecorders({ world }: ConsoleWorld): Promise<void> {
  await world.db.deleteFrom('recorders').execute()
}

/** Somebody else changes a text of the note when this page is about to save it. */
async function writeFirst(page: Page, noteId: string, [from, to]: [string, string]): Promise<void> {
  const write = async (route: Route) => {
    const { note } = await (await page.request.get(`/api/v1/note/${noteId}`)).json()
    await page.request.post(`/api/v1/note/${noteId}/agenda`, {
      data: { content_native_markdown: note.content_native_markdown.replace(from, to) },
      headers: { origin: new URL(page.url()).origin },
    })
    await route.continue()
  }
  await page.route(`**/api/v1/note/${noteId}/agenda`, write, { times: 1 })
}

/** A chat of the channel, and a recap that it did not take. */
async function addChat({ world: { db, base } }: ConsoleWorld) {
  const now = base.clock()
  const channel = { workspaceId: 'ws_acme', channelId: 'ch_product' }
  const chat = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T0/B0/x', by: 'u_ada' }
  await db.transaction().execute((tx) => storeChat(tx, now, base.secretKey, channel, chat))
  const { id } = await db
    .selectFrom('webhooks')
    .select('id')
    .where('channel_id', '=', 'ch_product')
    .executeTakeFirstOrThrow()
  const sent = { workspace_id: 'ws_acme', webhook_id: id, event_type: 'ai_note.shared_to_channel' as const }
  const made = { ...sent, body: Buffer.from('{}'), created_at: now, attempts: 1 }
  await db
    .insertInto('messages')
    .values([
      { ...made, id: 'msg_chat_1', event_key: '1', status: 'delivered', last_status_code: 200 },
      { ...made, id: 'msg_chat_2', event_key: '2', status: 'failed', last_status_code: 404 },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One that records, and one that could not do what it says. */
async function addRules({ world: { db, base } }: ConsoleWorld): Promise<void> {
  const { workspace_id, id: user_id } = await db
    .selectFrom('users')
    .select(['workspace_id', 'id'])
    .where('email', '=', 'ada@acme.test')
    .executeTakeFirstOrThrow()
  const times = { created_at: base.clock(), updated_at: base.clock() }
  const rules = [
    { id: 'ru_1', name: 'Weekly', match: { domain: 'acme.test' }, does: { record: 'bot', publish: ['ch_product'] } },
    { id: 'ru_2', name: 'All', match: {}, does: { publish: ['ch_gone'] }, last_problem: 'Channel not found' },
  ]
  const rows = rules.map(({ match, does, ...rule }, position) => {
    const json = { match: JSON.stringify(match), does: JSON.stringify(does) }
    return { workspace_id, user_id, position, ...rule, ...json, ...times }
  })
  for (const row of rows)
    await db
      .insertInto('rules')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** A link with a known token to everything of the recording. */
/** Three of one series: one that another may replace, and one that was withdrawn. */
async function addDecisions({ world: { db, base } }: ConsoleWorld): Promise<void> {
  const { workspace_id, id: made_by } = await db
    .selectFrom('users')
    .select(['workspace_id', 'id'])
    .where('email', '=', 'ada@acme.test')
    .executeTakeFirstOrThrow()
  const at = base.clock()
  const decisions = [
    { id: 'dec_1', note_id: 'n_remote_1', recording_id: recordingId, text: 'The remote sells for 25 euros' },
    {
      id: 'dec_2',
      note_id: 'n_remote_2',
      recording_id: null,
      text: 'It has a **display**',
      status: 'withdrawn' as const,
    },
    { id: 'dec_3', note_id: 'n_remote_4', recording_id: 'r_remote_4', text: 'We sell it for 20 euros' },
  ]
  const quotes = { dec_1: 'So it will sell for twenty five euros.', dec_2: null, dec_3: 'Twenty it is, then.' }
  const rows = decisions.map((decision) => {
    const quote = quotes[decision.id as keyof typeof quotes]
    const said = quote === null ? {} : { quote, speaker: 'Ada Moreau', start_time: 61.5 }
    const times = { made_at: at, created_at: at, updated_at: at }
    return { workspace_id, made_by, text_folded: decision.text.toLowerCase(), ...decision, ...said, ...times }
  })
  for (const row of rows)
    await db
      .insertInto('decisions')
      .values(row)
      .onConflict((known) => known.doNothing())
      .execute()
  await db
    .insertInto('decision_proposals')
    .values({ workspace_id, newer: 'dec_3', older: 'dec_1', kind: 'replaces' })
    .onConflict((known) => known.doNothing())
    .execute()
  const changes = [
    { through: 'ai_notes' as const, user_id: null, change: { made: true } },
    { change: { text: { from: 'It sells for 20', to: 'We sell it for 20 euros' } } },
    { change: { supersedes: true, proposed: 'replaces' }, other: 'dec_1' },
    { change: { supersedes: false }, other: 'dec_1' },
    { change: { status: 'superseded' }, other: null, user_id: null },
    { change: { status: 'stands' }, other: 'dec_1' },
  ].map(({ change, ...entry }, number) => ({
    ...{ workspace_id, id: `dc_${number}`, decision_id: 'dec_3', user_id: made_by, through: 'api' as const },
    at: new Date(at.getTime() + number),
    change: JSON.stringify(change),
    ...entry,
  }))
  await db
    .insertInto('decision_changes')
    .values(changes)
    .onConflict((known) => known.doNothing())
    .execute()
}

export async function addOutsideLink({ world }: ConsoleWorld): Promise<void> {
  await world.db.updateTable('workspaces').set({ outside_links: true }).execute()
  const { workspace_id, id: user_id } = await world.db
    .selectFrom('users')
    .select(['workspace_id', 'id'])
    .where('email', '=', 'ada@acme.test')
    .executeTakeFirstOrThrow()
  const link = { workspace_id, id: 'ol_1', user_id, note_id: null, recording_id: recordingId }
  const parts = ['notes' as const, 'items' as const, 'transcript' as const, 'media' as const]
  const created_at = world.base.clock()
  const expires_at = new Date(created_at.getTime() + 86_400_000)
  await world.db
    .insertInto('outside_links')
    .values({ ...link, parts, token_hash: hashSecret('guest'), password_hash: null, created_at, expires_at })
    .onConflict((known) => known.doNothing())
    .execute()
}
