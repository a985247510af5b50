/** A simulated time of meetings, half of them covered by a rule: moved, called off, overlapping, with workers that die. */
import assert from 'node:assert/strict'
import { backgroundJobs } from '../../server/app/worker.ts'
import { orderBot } from '../../server/making/recorders/bots/order-bot.ts'
import { keys } from './acme.ts'
import { keepBots } from './attendee-bots.ts'
import { apiKey, attendeeSecret, openBotServices } from './bots.ts'
import { runDueJobs } from './jobs.ts'
import { openMediaWorld } from './media-world.ts'
import { randomNumbers, seed } from './random.ts'

type Planned = { id: string; url: string; startsAt: Date; endsAt: Date; cancelled: boolean; covered: boolean }

/** @param count  meetings, of which the even ones are covered */
export async function simulateMeetings(count: number): Promise<void> {
  const random = randomNumbers(seed)
  await using here = await openMediaWorld()
  await using services = await openBotServices()
  const bots = keepBots(services)
  const { world } = here
  const { db, base } = world
  const recorder = { kind: 'attendee', secret: attendeeSecret, api_key: apiKey, sends_bots: true }
  await world.post('/api/v1/recorder', keys.ada, { ...recorder, base_url: services.attendeeUrl })
  for (const key of [keys.bo, keys.adaRegular])
    await world.post('/api/v1/rule', key, { name: 'x', match: { title_contains: 'covered' }, do: { record: 'bot' } })
  await world.post('/api/v1/rule', keys.ada, {
    ...{ name: 'x', scope: 'workspace', match: { title_contains: 'covered' }, do: { record: 'bot' } },
  })
  const beginMs = base.clock().getTime()
  const moment = (minutes: number) => new Date(beginMs + minutes * 60_000)
  const meetings: Planned[] = []
  // A fourth has the link of the meeting before and overlaps with it, or follows it at once.
  for (let n = 0; n < count; n++) {
    const before = meetings[n - 2]
    const sharesLink = n >= 2 && n % 8 === 2
    const from = sharesLink
      ? (before!.startsAt.getTime() - beginMs) / 60_000 + (n % 16 === 2 ? 10 : 30)
      : 10 + n * 4 + random.below(3)
    const url = sharesLink ? before!.url : `https://meet.google.com/abc-${letters(n)}-xyz`
    const id = `w${n}`
    const meeting = {
      id,
      url,
      startsAt: moment(from),
      endsAt: moment(from + 30),
      cancelled: false,
      covered: n % 2 === 0,
    }
    meetings.push(meeting)
    await insert(meeting)
  }
  const lastMinute = count * 4 + 120
  const sweep = backgroundJobs(base).find(({ name }) => name === 'order-due-bots')!
  for (let step = 0; step < lastMinute * 2; step++) {
    if (step % 2 === 0 && random.below(10) > 0) await sweep.run(null)
    // Two workers, one of which may begin the minute again.
    if (random.below(4) === 0) await Promise.all([sweep.run(null), sweep.run(null)])
    await Promise.all([runDueJobs(db, works(), base.clock), runDueJobs(db, works(), base.clock)])
    for (const meeting of meetings) if (random.below(400) === 0) await change(meeting)
    await endBots()
    world.advance({ seconds: 30 })
  }
  check()

  async function insert({ id, url, startsAt, endsAt, covered }: Planned) {
    const title = covered ? 'Covered' : 'Other'
    const event = { guid: id, title, starts_at: startsAt, ends_at: endsAt, call_url: url }
    await db
      .insertInto('events')
      .values({ workspace_id: 'ws_acme', ...event })
      .execute()
    const people = ['ada@acme.test', 'bo@acme.test'].map((email, position) => ({
      email,
      email_folded: email,
      position,
    }))
    await db
      .insertInto('event_attendees')
      .values(people.map((person) => ({ workspace_id: 'ws_acme', event_guid: id, ...person })))
      .execute()
    const times = { created_at: base.clock(), updated_at: base.clock() }
    const note = { id: `n_${id}`, event_guid: id, created_by: 'u_ada', title, title_folded: title.toLowerCase() }
    await db
      .insertInto('notes')
      .values({ workspace_id: 'ws_acme', ...note, agenda: '[]', ...times })
      .execute()
  }

  /** Before the bot is due, a meeting is moved or called off; afterwards it stays. */
  async function change(meeting: Planned) {
    if (meeting.startsAt.getTime() - 180_000 <= base.clock().getTime() || isShared(meeting)) return
    if (random.below(4) === 0) {
      meeting.cancelled = true
      await db.updateTable('events').set({ cancelled_at: base.clock() }).where('guid', '=', meeting.id).execute()
      return
    }
    const shift = (5 + random.below(20)) * 60_000
    meeting.startsAt = new Date(meeting.startsAt.getTime() + shift)
    meeting.endsAt = new Date(meeting.endsAt.getTime() + shift)
    const times = { starts_at: meeting.startsAt, ends_at: meeting.endsAt }
    await db.updateTable('events').set(times).where('guid', '=', meeting.id).execute()
  }

  function isShared({ url }: Planned) {
    return meetings.filter((each) => each.url === url).length > 1
  }

  /** Every third order is of a worker that is killed, before or after the service has got the request. */
  function works() {
    return backgroundJobs(base).map((work) =>
      work.name === 'order-bot' ? { ...work, run: (order: never) => orderOrDie(order) } : work,
    )
  }

  async function orderOrDie(order: { workspaceId: string; noteId: string }) {
    const kind = random.below(6)
    if (kind > 1) return orderBot(base, order)
    await new Promise<void>((resolve, reject) => {
      const request = async (...given: Parameters<typeof base.outbound.request>) => {
        if (kind === 1) await base.outbound.request(...given)
        resolve()
        return new Promise<never>(() => {})
      }
      orderBot({ ...base, outbound: { request } as unknown as typeof base.outbound }, order).then(resolve, reject)
    })
  }

  /** A bot leaves when nobody of its meeting is there any more. */
  async function endBots() {
    const now = base.clock()
    for (const bot of bots) {
      const own = meetings.find(({ id }) => `n_${id}` === bot.key)!
      if (bot.state === 'ended' || own.endsAt > now) continue
      bot.state = 'ended'
      await db.updateTable('sent_bots').set({ ended_at: now }).where('service_id', '=', bot.id).execute()
    }
  }

  function check() {
    const calls = callsOf(meetings.filter(({ cancelled }) => !cancelled))
    for (const call of calls) {
      const own = bots.filter(({ key }) => call.some(({ id }) => `n_${id}` === key))
      const wanted = call.some(({ covered }) => covered) ? 1 : 0
      assert.equal(own.length, wanted, `bots of ${call.map(({ id }) => id).join(', ')}`)
    }
    assert.equal(bots.length, calls.filter((call) => call.some(({ covered }) => covered)).length, 'no other')
  }
}

/** Meetings that overlap and have one link are one call. */
function callsOf(meetings: Planned[]): Planned[][] {
  const calls: Planned[][] = []
  for (const meeting of meetings) {
    const same = calls.find((call) =>
      call.some(
        ({ url, startsAt, endsAt }) => url === meeting.url && startsAt < meeting.endsAt && endsAt > meeting.startsAt,
      ),
    )
    if (same) same.push(meeting)
    else calls.push([meeting])
  }
  return calls
}

const letters = (n: number) =>
  [...n.toString().padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
