/** A world of any size, generated while it is read, for measurements and tests of memory. */
import { Buffer } from 'node:buffer'

const people = 200
const channels = 20
const startsAt = Date.UTC(2010, 0, 1)
const hour = 3_600_000

/**
 * One note an hour, each with an event, five attendees, an agenda with an item, another listed item, a share, and
 * sometimes a publication and a recording.
 */
export async function* largeWorld(notes: number, subdomain = 'large'): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"version":1,"workspaces":[{"id":"ws_${subdomain}","subdomain":"${subdomain}","name":"Large"`)
  yield* list('users', people, (n) => ({ id: `u_${n}`, email: email(n), full_name: `Person ${n}` }))
  yield* list('channels', channels, (n) => ({ id: `ch_${n}`, title: `Channel ${n}`, members: [user(n), user(n + 1)] }))
  yield* list('series', notes / 50, (n) => ({
    id: `se_${n}`,
    title: `Series ${n}`,
    shared_with: n % 10 === 0 ? [{ user: user(n + 9) }] : [],
  }))
  yield* list('notes', notes, note)
  yield* list('recordings', notes / 5, recording)
  yield* list('action_items', notes, item)
  yield* list('events', notes, event)
  yield Buffer.from('}]}')
}

async function* list(name: string, length: number, make: (n: number) => object): AsyncGenerator<Buffer> {
  let text = `,"${name}":[`
  for (let n = 0; n < length; n++) {
    text += `${n ? ',\n' : ''}${JSON.stringify(make(n))}`
    if (text.length > 65_536) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(`${text}]`)
}

const user = (n: number) => `u_${n % people}`
const email = (n: number) => `person${n % people}@acme.test`
const time = (n: number, minutes = 0) => new Date(startsAt + n * hour + minutes * 60_000).toISOString()

function note(n: number) {
  return {
    id: `n_${n}`,
    event: `event_${n}@calendar.test`,
    created_by: user(n),
    title: `Weekly meeting ${n}`,
    created_at: time(n),
    updated_at: time(n, 30),
    agenda: [
      '::agenda{version=1}',
      '# Goals',
      `- Plan ${n}`,
      '::talking-point[Pricing]{#tp_1}',
      `::action-item[Send deck ${n}]{#ai_m${n} assignees="${user(n)} ${user(n + 1)}" due=2026-01-09}`,
    ].join('\n'),
    shared_with: [{ user: user(n + 7), can_edit: true }],
    published_to: n % 5 === 0 ? [{ channel: `ch_${n % channels}` }] : [],
  }
}

function recording(n: number) {
  const segment = { speaker: 'Ada', text: 'A sentence of about forty characters.', start_time: 0, end_time: 1.5 }
  return {
    id: `r_${n}`,
    note: `n_${n * 5}`,
    title: `Weekly meeting ${n * 5}`,
    created_at: time(n * 5, 40),
    updated_at: time(n * 5, 50),
    transcript: { language_code: 'en', speech_segments: Array(50).fill(segment) },
    ai_notes: {
      markdown: '## Summary',
      sections: [{ title: 'Decisions', items: [{ text: 'Go', assignees: [user(n)] }] }],
    },
  }
}

function item(n: number) {
  return {
    id: `ai_l${n}`,
    note: `n_${n}`,
    text: `Call ${n}`,
    assignees: [user(n)],
    created_at: time(n, 10),
    updated_at: time(n, 20),
  }
}

function event(n: number) {
  return {
    guid: `event_${n}@calendar.test`,
    series: `se_${Math.floor(n / 50)}`,
    title: `Weekly meeting ${n}`,
    start: time(n),
    end: time(n, 30),
    organizer_email: email(n),
    attendees: Array.from({ length: 5 }, (_, seat) => ({ email: email(n + seat * 11), name: '' })),
  }
}
