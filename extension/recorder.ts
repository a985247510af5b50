/** The document without a window that records: with the console's recorder, whatever becomes of the popup. */
import { dataOf } from '@minutebook/client'
import { belongTo, personHere } from '../console/api/person.ts'
import { reachBy } from '../console/api/reach.ts'
import {
  beginRecording,
  forgetRecording,
  recordingOf,
  recordings,
  restoreRecordings,
} from '../console/record/recordings.ts'
import { askForMicrophone, stopSound } from '../console/record/sound.ts'
import { answerAs, ask, type Meeting, type Requests } from './messages.ts'
import { clientOf, headersOf } from './service.ts'

type Given = Requests['recorder']['begin']['given']

async function grant() {
  const found = await ask('background', 'grant', {})
  if (!found) throw new Error('unpaired')
  return found
}

let onPaired: () => void = () => {}
let paired = new Promise<void>((resolve) => {
  onPaired = resolve
})

/** Whose it is, with the keys that seal what is kept here until it has arrived. */
async function open(): Promise<void> {
  const found = await grant()
  reachBy({
    origin: found.origin,
    async headers() {
      const now = await grant()
      if (now.whose !== found.whose) throw new Error('unpaired')
      return headersOf(now)
    },
    // It goes on recording: what it keeps is sent once the person has let it in again.
    async signedOut() {
      if (!(await ask('background', 'refused', {}))) await paired
      setTimeout(sendRefused, againMs)
    },
  })
  await belongTo(dataOf(await clientOf(found).GET('/api/v1/session', {})).session)
  await restoreRecordings()
}

let opened: Promise<void> | undefined

/** The service may be away just now: the next one tries again. */
const whenOpen = (): Promise<void> => {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

async function begin({ streamId, meeting, title, consent }: Given) {
  const tab = await soundOfTab(streamId)
  const speakers = new AudioContext()
  try {
    await whenOpen()
    const microphone = await askForMicrophone(true)
    // What is captured is not heard any more, unless it is played.
    new MediaStreamAudioSourceNode(speakers, { mediaStream: tab }).connect(speakers.destination)
    tab.getAudioTracks()[0]!.addEventListener('ended', () => void speakers.close(), { once: true })
    const made = meeting ?? (() => makeMeeting(title))
    const begun = await beginRecording({ meeting: made, streams: [microphone, tab], consent, ofCall: true })
    if (!begun) throw new Error('elsewhere')
    return { id: recordings.states().find(({ noteId }) => noteId === begun.id)!.id, title: begun.title }
  } catch (error) {
    stopSound([tab])
    if (speakers.state !== 'closed') await speakers.close()
    throw error
  }
}

async function soundOfTab(streamId: string): Promise<MediaStream> {
  const audio = { mandatory: { chromeMediaSource: 'tab', chromeMediaSourceId: streamId } }
  return navigator.mediaDevices.getUserMedia({ audio: audio as MediaTrackConstraints }).catch(() => {
    throw new Error('noTab')
  })
}

async function makeMeeting(title: string): Promise<Meeting> {
  const { note } = dataOf(await clientOf(await grant()).POST('/api/v1/note', { body: { title } }))
  return { id: note.id, title: note.title }
}

const againMs = 1_000

function sendRefused(): void {
  for (const { id, isRefused, isGone } of recordings.states()) if (isRefused && !isGone) recordingOf(id)?.send()
}

answerAs('recorder', {
  begin,
  states: async () => recordings.states(),
  act: async ({ id, what }) => {
    const recording = recordingOf(id)
    if (!recording) return null
    if (what === 'mark') recording.mark(recording.state.seconds, null)
    else if (what === 'stay') recording.stay()
    else if (what === 'forget') forgetRecording(id)
    else await recording[what]()
    return null
  },
  paired: async () => {
    await whenOpen()
    if ((await grant()).whose !== personHere()?.id) return false
    onPaired()
    paired = new Promise((resolve) => {
      onPaired = resolve
    })
    setTimeout(sendRefused, againMs)
    return true
  },
})

recordings.subscribe(() => {
  const states = recordings.states()
  for (const { id, phase, why, isScreenGone } of states) {
    // The call has ended with its tab, or with the browser: nobody is asked whether it goes on.
    const isOver = (phase === 'recording' && isScreenGone) || (phase === 'stopped' && why === 'left')
    if (isOver) void recordingOf(id)?.finish()
  }
  void ask('background', 'states', { states }).catch(() => {})
})

void whenOpen().catch(() => {})
