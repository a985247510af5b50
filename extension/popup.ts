/** What opens at a press on the icon: what may be recorded here, or what is being recorded. It may close at any time. */
import type { RecordingState } from '../console/record/recording.ts'
import { button, make, say, show } from './elements.ts'
import { ask, type Consent, type Offer } from './messages.ts'

const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })

async function readStates(): Promise<readonly RecordingState[]> {
  // Without a recorder nothing is recorded.
  return (await chrome.offscreen.hasDocument()) ? ask('recorder', 'states', {}).catch(() => []) : []
}

async function open(): Promise<void> {
  const states = await readStates()
  if (states.length > 0) return showStates(states)
  show(make('p', { className: 'quiet' }, say('looking')))
  try {
    showOffer(await ask('background', 'offer', { tabId: tab!.id! }))
  } catch (error) {
    showError(error, () => open())
  }
}

const known = ['unpaired', 'noTab', 'elsewhere', 'busy', 'denied', 'none', 'in-use', 'silent', 'no-output', 'failed']

function showError(error: unknown, again: () => unknown): void {
  const { message } = error as Error
  const name = known.includes(message) ? `error_${message.replace('-', '_')}` : 'error_away'
  const needsSetup = ['unpaired', 'denied', 'none'].includes(message)
  const next = needsSetup
    ? button(say('openSetup'), () => chrome.runtime.openOptionsPage(), 'main')
    : button(say('again'), again, 'main')
  show(make('p', { role: 'alert' }, say(name)), next)
}

function showOffer({ kind, meetings, consentText }: Offer): void {
  const isThis = meetings.find((each) => each.isThis)
  const choice = make('select', { id: 'meeting' })
  for (const { id, title } of meetings) choice.append(make('option', { value: id }, title))
  choice.append(make('option', { value: '' }, say('ownMeeting')))
  choice.value = isThis?.id ?? ''
  const title = make('input', { value: tab?.title?.slice(0, 200) ?? '', maxLength: 200, dir: 'auto' })
  const titled = make('label', { hidden: choice.value !== '' }, say('title'), title)
  choice.onchange = () => {
    titled.hidden = choice.value !== ''
  }
  const told = make('input', { type: 'checkbox' })
  const text = consentText ?? say('consentText')
  const begin = button(say('record'), () => record(begin), 'main')
  const record = async (pressed: HTMLButtonElement) => {
    pressed.disabled = true
    const meeting = meetings.find(({ id }) => id === choice.value) ?? null
    const consent: Consent | null = told.checked ? { text, told: [], at: new Date().toISOString() } : null
    const known = meeting && { id: meeting.id, title: meeting.title, event_end: meeting.event_end ?? null }
    const given = { meeting: known, title: title.value.trim(), consent }
    try {
      await ask('background', 'begin', { tabId: tab!.id!, ...given, title: given.title || say('ownMeeting') })
      await open()
    } catch (error) {
      showError(error, () => open())
    }
  }
  show(
    make('h1', {}, kind ? say('callOf', say(`kind_${kind}`)) : say('noCall')),
    kind ? null : make('p', { className: 'quiet' }, say('noCallWhy')),
    make('label', {}, say('meeting'), choice),
    titled,
    make('section', {}, make('p', { className: 'quiet' }, say('tell')), make('blockquote', { dir: 'auto' }, text)),
    make('label', { className: 'check' }, told, say('told')),
    begin,
  )
  begin.focus()
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

let shown = ''

/** A press must meet the button that was there: while only time passes, only the clock changes. */
function showStates(states: readonly RecordingState[]): void {
  const next = JSON.stringify(
    states.map(({ seconds, bytes, sent, ...rest }) => ({ ...rest, endsInSeconds: rest.endsInSeconds !== null })),
  )
  if (next !== shown || !document.querySelector('time')) show(...states.map(sectionOf))
  shown = next
  for (const [at, time] of document.querySelectorAll('time').entries()) time.textContent = clock(states[at]!.seconds)
}

function sectionOf({
  id,
  title,
  phase,
  seconds,
  noteId,
  isWaiting,
  isRefused,
  isSilent,
  endsInSeconds,
  error,
}: RecordingState): HTMLElement {
  const act = (what: Parameters<typeof ask<'recorder', 'act'>>[2]['what']) => async () => {
    await ask('recorder', 'act', { id, what })
    await open()
  }
  const isLive = phase === 'recording'
  const isAsked = endsInSeconds !== null
  const live = { className: isLive ? 'live' : 'live quietly' }
  const isOpen = isLive || phase === 'paused' || phase === 'stopped'
  return make(
    'section',
    { ariaLabel: say('recordingOf', title) },
    make('h1', { dir: 'auto' }, title),
    make('p', live, say(`phase_${phase}`), make('time', {}, clock(seconds))),
    isSilent && !isAsked ? make('p', { className: 'error', role: 'alert' }, say('silent')) : null,
    isAsked ? make('p', { className: 'error', role: 'alert' }, say('stillThere')) : null,
    isWaiting || isRefused
      ? make('p', { className: 'error', role: 'status', dir: 'auto' }, error ?? say('waiting'))
      : null,
    make(
      'div',
      { className: 'row' },
      isAsked ? button(say('goOn'), act('stay'), 'main') : null,
      isLive ? button(say('mark'), act('mark')) : null,
      isLive ? button(say('pause'), act('pause')) : null,
      phase === 'paused' ? button(say('goOn'), act('goOn')) : null,
      isOpen ? button(say('finish'), act('finish'), 'main') : null,
      isRefused || phase === 'elsewhere' ? button(say('again'), act('send')) : null,
      phase === 'sent' ? button(say('openMeeting'), () => openNote(noteId), 'main') : null,
      phase === 'sent' ? button(say('close'), act('forget')) : null,
    ),
  )
}

async function openNote(noteId: string): Promise<void> {
  const grant = await ask('background', 'grant', {})
  if (grant) await chrome.tabs.create({ url: `${grant.origin}/note/${noteId}` })
}

chrome.runtime.onMessage.addListener((message) => {
  const { name, given } = message as { name: string; given: { states: readonly RecordingState[] } }
  if (name === 'states' && given.states?.length > 0) showStates(given.states)
  return false
})

await open()
