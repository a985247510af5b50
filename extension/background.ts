/** Knows the service and the tabs: offers a recording where a call is, begins it, ends it with its tab, and shows it. */
import { dataOf } from '@minutebook/client'
import type { RecordingState } from '../console/record/recording.ts'
import { isAnyKept } from '../console/record/store.ts'
import { aroundNow, meetingsNow } from '../console/ui/record/choose-meeting.ts'
import { type Call, callOf, isSame, meetingsOf } from './call-of.ts'
import { isPaired, pair, readGrant, unpair } from './grant.ts'
import { answerAs, ask, type Offer, type Requests } from './messages.ts'
import { clientOf } from './service.ts'
import { readHosts } from './settings.ts'

type Begun = Requests['background']['begin']['given']
/** Kept while the browser runs: this worker sleeps, and wakes with the next event. `call` ends with another one. */
type Watched = { id: string; tabId: number; call: Call | null; address: string | null }

const watched = async () => (await chrome.storage.session.get('watched')).watched as Watched | undefined
const phase = async () => ((await chrome.storage.session.get('phase')).phase as Shown | undefined) ?? 'none'

answerAs('background', {
  grant: () => readGrant(Date.now()),
  refused: async () => {
    const isStill = (await readGrant(Date.now(), true)) !== null
    await paint()
    return isStill
  },
  offer: ({ tabId }) => offerFor(tabId),
  begin: async (given) => {
    await begin(given)
    return null
  },
  pair: async ({ origin }) => {
    await pair(origin)
    await openRecorder()
    // What another person has left here stays theirs.
    if (!(await ask('recorder', 'paired', {}))) await closeRecorder()
    await sendWhatIsLeft()
    return null
  },
  unpair: async () => {
    if (['recording', 'asked'].includes(await phase())) throw new Error('busy')
    await closeRecorder()
    await unpair()
    await paint()
    return null
  },
  states: async ({ states }) => {
    await show(states)
    return null
  },
})

async function callIn(tabId: number): Promise<{ call: Call | null; tab: ChromeTab }> {
  const tab = await chrome.tabs.get(tabId)
  return { tab, call: callOf(tab.url ?? '', await readHosts()) }
}

/** @throws {Error} `unpaired`, or what the service said */
async function offerFor(tabId: number): Promise<Offer> {
  const grant = await readGrant(Date.now())
  if (!grant) throw new Error('unpaired')
  const client = clientOf(grant)
  const [{ call }, hosts] = [await callIn(tabId), await readHosts()]
  const answer = await client.GET('/api/v1/session', {})
  if (answer.response.status === 401 && !(await readGrant(Date.now(), true))) {
    await paint()
    throw new Error('unpaired')
  }
  const filters = aroundNow(dataOf(answer).session.user.email, Date.now())
  const notes = dataOf(await client.POST('/api/v1/notes', { body: { filters, pagination: { page_size: 50 } } }))
  const now = meetingsNow(notes.data, Date.now())
  const { workspace } = dataOf(await client.GET('/api/v1/workspace', {}))
  const own = meetingsOf(call, now, hosts, notes.page_info.cursor === null)
  const meetings = now.map((note) => {
    const { id, title, event_end } = note
    return { id, title, event_end, isThis: own.includes(note) }
  })
  return { kind: call?.kind ?? null, meetings, consentText: workspace.consent_text ?? null }
}

/** The person has pressed: only then Chrome gives the sound of this one tab. */
async function begin({ tabId, ...given }: Begun): Promise<void> {
  const { call, tab } = await callIn(tabId)
  const streamId = await chrome.tabCapture.getMediaStreamId({ targetTabId: tabId }).catch(() => {
    throw new Error('noTab')
  })
  await openRecorder()
  const { id } = await ask('recorder', 'begin', { streamId, ...given })
  const kept: Watched = { id, tabId, call, address: tab.url ?? null }
  await chrome.storage.session.set({ watched: kept })
}

let opening: Promise<void> | undefined

async function openRecorder(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) return
  const justification = 'Records a call while its popup is closed, and sends it.'
  opening ??= chrome.offscreen
    .createDocument({ url: 'recorder.html', reasons: ['USER_MEDIA'], justification })
    .finally(() => {
      opening = undefined
    })
  await opening
}

async function closeRecorder(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) await chrome.offscreen.closeDocument()
}

/** Nothing is left behind by a browser that was closed: what had not arrived is sent. */
async function sendWhatIsLeft(): Promise<void> {
  if ((await isPaired()) && (await isAnyKept().catch(() => false))) await openRecorder()
  await paint()
}

chrome.runtime.onStartup.addListener(sendWhatIsLeft)
chrome.runtime.onInstalled.addListener(async ({ reason }) => {
  if (reason === 'install' && !(await isPaired())) await chrome.runtime.openOptionsPage()
  await sendWhatIsLeft()
})

async function finish({ id }: Watched): Promise<void> {
  await chrome.storage.session.remove('watched')
  await ask('recorder', 'act', { id, what: 'finish' }).catch(() => {})
}

chrome.tabs.onRemoved.addListener(async (tabId) => {
  const now = await watched()
  if (now?.tabId === tabId) await finish(now)
})

/** The call has ended once its tab is elsewhere. An address that may not be seen any more is another site's. */
chrome.tabs.onUpdated.addListener(async (tabId, { url, status }, tab) => {
  if (url === undefined && status !== 'loading') return
  await paintTab(tab)
  const now = await watched()
  if (now?.tabId !== tabId) return
  const call = callOf(tab.url ?? '', await readHosts())
  const isStill = now.call
    ? isSame(now.call, call) || isWithin(now.call, call)
    : siteOf(tab.url) === siteOf(now.address)
  if (!isStill) await finish(now)
})

/** A client that does not say which call it is of is the same one as before. */
const isWithin = (before: Call, now: Call | null) =>
  now?.kind === before.kind && (before.id === null || now.id === null)

const siteOf = (address: string | null | undefined) => URL.parse(address ?? '')?.origin ?? null

type Shown = 'none' | 'asked' | 'recording' | 'paused' | 'stopped' | 'waiting'

async function show(states: readonly RecordingState[]): Promise<void> {
  const of = (wanted: RecordingState['phase']) => states.some(({ phase }) => phase === wanted)
  const isUnsent = states.some(({ phase }) => phase !== 'sent')
  const isAsked = states.some(({ endsInSeconds }) => endsInSeconds !== null)
  const first = isAsked ? 'asked' : (['recording', 'paused', 'stopped'] as const).find(of)
  const shown = first ?? (isUnsent ? 'waiting' : 'none')
  if (shown === (await phase())) return
  await chrome.storage.session.set({ phase: shown })
  await paint()
}

const looks: Record<Shown, { text: string; color: string; title: string }> = {
  asked: { text: '?', color: '#c92a2a', title: 'askedNow' },
  none: { text: '', color: '#2f6f62', title: 'name' },
  recording: { text: 'REC', color: '#c92a2a', title: 'recordingNow' },
  paused: { text: '❚❚', color: '#c92a2a', title: 'pausedNow' },
  stopped: { text: '!', color: '#c92a2a', title: 'stoppedNow' },
  waiting: { text: '↑', color: '#2f6f62', title: 'sendingNow' },
}

async function paint(): Promise<void> {
  for (const tab of await chrome.tabs.query({})) await paintTab(tab)
}

/** On every tab that something is recorded; else on a call that it may be. */
async function paintTab({ id, url }: ChromeTab): Promise<void> {
  if (id === undefined) return
  const shown = await phase()
  const isOffered = shown === 'none' && (await isPaired()) && callOf(url ?? '', await readHosts()) !== null
  const { text, color, title } = looks[shown]
  await chrome.action.setBadgeBackgroundColor({ color })
  // The tab may be gone.
  await chrome.action.setBadgeText({ tabId: id, text: isOffered ? '●' : text }).catch(() => {})
  await chrome.action.setTitle({ tabId: id, title: word(isOffered ? 'offered' : title) }).catch(() => {})
}

const word = (name: string) => chrome.i18n.getMessage(name)
