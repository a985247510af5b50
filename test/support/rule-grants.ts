/**
 * A simulated week in which rules publish and share while people lose their rights: who may what is kept here a second
 * time, without a line of the server, and asked of it by hand at the same moment.
 */
import assert from 'node:assert/strict'
import { keys } from './acme.ts'
import { openMediaWorld } from './media-world.ts'
import { randomNumbers, seed } from './random.ts'

const people = ['u_ada', 'u_bo', 'u_di', 'u_ed', 'u_flo'] as const
type Person = (typeof people)[number]
const emails = {
  u_ada: 'ada@acme.test',
  u_bo: 'bo@acme.test',
  u_di: 'di@acme.test',
  u_ed: 'ed@acme.test',
  u_flo: 'flo@acme.test',
}
const keyOf = {
  u_ada: keys.adaRegular,
  u_bo: keys.bo,
  u_di: 'mb_di_0123456789',
  u_ed: 'mb_ed_0123456789',
  u_flo: 'mb_flo_0123456789',
}
const channels = ['ch_1', 'ch_2', 'ch_3', 'ch_4']
/** `owner` is null for the workspace's. In the order in which they count. */
type Rule = { owner: Person | null; title: string; publish?: string[]; share?: Person[] }
type Wish<Target> = { maker: Person; target: Target }

/** @param count  meetings */
export async function simulateGrants(count: number): Promise<void> {
  const random = randomNumbers(seed)
  const oneOf = <T>(list: readonly T[]): T => list[random.below(list.length)]!
  const someOf = <T>(list: readonly T[]): T[] => list.filter(() => random.below(2) === 0)
  await using here = await openMediaWorld()
  const { world } = here
  const { db, base } = world
  const members = new Map(channels.map((id) => [id, new Set(someOf(people))]))
  const active = new Set<Person>(people)
  await world.load({
    ...{ id: 'ws_acme', subdomain: 'acme', name: 'Acme' },
    users: people.slice(2).map((id) => ({ id, email: emails[id], full_name: id })),
    api_keys: people.slice(2).map((id) => ({ id: `k_${id}`, user: id, name: id, secret: keyOf[id], active: true })),
    channels: channels.map((id, n) => ({ id, title: id, private: n % 2 === 0, members: [...members.get(id)!] })),
  })
  const rules: Rule[] = []
  for (const title of ['one', 'two'])
    for (const owner of [...people, null]) {
      if (owner !== null && random.below(4) === 0) continue
      const does = {
        ...(random.below(4) > 0 && { publish: someOf(channels) }),
        ...(random.below(3) > 0 && { share: someOf(people).filter((id) => id !== owner) }),
      }
      await addRule({ owner, title: random.below(4) === 0 ? '' : title, ...does })
    }
  let granted = 0
  let refused = 0
  // What is given to whom is chosen at random, so a few meetings may grant little: then more follow.
  const isTried = () => granted > count && refused > count
  for (let n = 0; n < count || (n < 4 * count && !isTried()); n++) await meet(n)
  assert(isTried(), `${granted} granted, ${refused} refused: both were tried`)

  /** Makers must see what they name, so each writes the rule with every right, and loses some afterwards. */
  async function addRule({ owner, title, publish, share }: Rule): Promise<void> {
    if (publish === undefined && share === undefined) return
    const id = `ru_${rules.length}`
    rules.push({ owner, title, ...(publish && { publish }), ...(share && { share }) })
    const does = { ...(publish && { publish }), ...(share && { share: share.map((user) => ({ user })) }) }
    const match = title === '' ? {} : { title_contains: title }
    const times = { created_at: base.clock(), updated_at: base.clock() }
    const row = { workspace_id: 'ws_acme', id, name: 'x', user_id: owner, position: rules.length, ...times }
    await db
      .insertInto('rules')
      .values({ ...row, match: JSON.stringify(match), does: JSON.stringify(does) })
      .execute()
  }

  /** One meeting: it is planned, something changes, it is uploaded, something changes again, and the rules act. */
  async function meet(n: number): Promise<void> {
    const invited = new Set<Person>(['u_ada', ...someOf(people)])
    const organizer = oneOf([...people, null])
    const title = oneOf(['One', 'Two', 'Three'])
    await addMeeting(n, title, [...invited], organizer)
    const once = new Map<Person, string[]>()
    for (const person of invited) if (random.below(3) === 0) once.set(person, await addOnce(n, person))
    await change(n, invited)
    const recording = await here.submit(
      {
        title,
        event_guid: `g${n}`,
        url: undefined,
        transcript: { speech_segments: [{ text: 'Hm.', start_time: 0, end_time: 1 }] },
      },
      keyOf.u_ada,
    )
    await change(n, invited)
    await world.settle()
    const wanted = wishesFor(title.toLowerCase(), { invited, organizer, once })
    const may = (maker: Person) => active.has(maker) && invited.has(maker)
    const mayPublish = ({ maker, target }: Wish<string>) => may(maker) && members.get(target)!.has(maker)
    const published = await db
      .selectFrom('publications')
      .select(['channel_id', 'by_user_id'])
      .where('recording_id', '=', recording)
      .execute()
    const shared = await db
      .selectFrom('shares')
      .select(['user_id', 'by_user_id'])
      .where('recording_id', '=', recording)
      .execute()
    const about = `meeting ${n}, ${JSON.stringify({ title, organizer, invited: [...invited], active: [...active] })}`
    const names = <T>(wishes: Wish<T>[]) => [...new Set(wishes.map(({ target }) => target))].sort()
    assert.deepEqual(published.map((row) => row.channel_id).sort(), names(wanted.publish.filter(mayPublish)), about)
    assert.deepEqual(
      shared.map((row) => row.user_id).sort(),
      names(wanted.share.filter(({ maker }) => may(maker))),
      about,
    )
    for (const { channel_id, by_user_id } of published)
      assert(
        wanted.publish.some((wish) => wish.maker === by_user_id && wish.target === channel_id && mayPublish(wish)),
        about,
      )
    for (const { user_id, by_user_id } of shared)
      assert(
        wanted.share.some((wish) => wish.maker === by_user_id && wish.target === user_id && may(wish.maker)),
        about,
      )
    granted += published.length + shared.length
    // What the model says of a right is what a person meets by hand.
    for (const wish of wanted.publish) {
      if (!mayPublish(wish)) refused += 1
      const { status } = await world.post(`/api/v1/recording/${recording}/publish`, keyOf[wish.maker], {
        channel_id: wish.target,
      })
      assert.equal(status < 300, mayPublish(wish), `${status} by hand of ${wish.maker} in ${wish.target}, ${about}`)
    }
    for (const { maker, target } of wanted.share) {
      if (!may(maker)) refused += 1
      const { status } = await world.post(`/api/v1/recording/${recording}/share`, keyOf[maker], { user: target })
      assert.equal(status < 300, may(maker), `${status} by hand of ${maker} with ${target}, ${about}`)
    }
  }

  type Moment = { invited: Set<Person>; organizer: Person | null; once: Map<Person, string[]> }

  /** Everybody who attends has their first rule; the workspace's acts as the organizer, whose own comes before it. */
  function wishesFor(title: string, { invited, organizer, once }: Moment) {
    const first = <Key extends 'publish' | 'share'>(owner: Person | null, key: Key) =>
      rules.find((rule) => rule.owner === owner && rule[key] !== undefined && title.includes(rule.title))?.[key]
    const makers = people.filter((person) => active.has(person) && invited.has(person))
    const actor = organizer !== null && active.has(organizer) ? organizer : null
    const wishesOf = <Key extends 'publish' | 'share'>(key: Key) => {
      const own = makers.map((maker) => ({ maker, targets: first(maker, key) ?? [] }))
      const isOwn = actor !== null && makers.includes(actor) && first(actor, key) !== undefined
      const ofWorkspace = actor === null || isOwn ? [] : [{ maker: actor, targets: first(null, key) ?? [] }]
      return [...own, ...ofWorkspace] as { maker: Person; targets: string[] }[]
    }
    const each = (of: { maker: Person; targets: string[] }[]) =>
      of.flatMap(({ maker, targets }) => targets.map((target) => ({ maker, target })))
    const added = [...once].map(([maker, targets]) => ({ maker, targets }))
    return {
      publish: each([...added, ...wishesOf('publish')]),
      share: each(wishesOf('share')).filter(({ maker, target }) => maker !== target),
    }
  }

  /** Rights that people lose and get back. Ada stays, who uploads. */
  async function change(n: number, invited: Set<Person>): Promise<void> {
    for (let times = random.below(4); times > 0; times--) {
      const person = oneOf(people.slice(1))
      const kind = random.below(3)
      if (kind === 0) await changeMember(oneOf(channels), oneOf(people))
      else if (kind === 1) await changeInvited(n, person, invited)
      else await changeActive(person)
    }
  }

  async function changeMember(channel: string, person: Person): Promise<void> {
    const row = { workspace_id: 'ws_acme', channel_id: channel, user_id: person }
    const now = members.get(channel)!
    if (now.delete(person))
      await db
        .deleteFrom('channel_members')
        .where((eb) => eb.and(row))
        .execute()
    else {
      now.add(person)
      await db.insertInto('channel_members').values(row).execute()
    }
  }

  async function changeInvited(n: number, person: Person, invited: Set<Person>): Promise<void> {
    if (invited.delete(person)) {
      const gone = db.deleteFrom('event_attendees').where('workspace_id', '=', 'ws_acme')
      await gone.where('event_guid', '=', `g${n}`).where('email_folded', '=', emails[person]).execute()
    } else {
      invited.add(person)
      await invite(n, person)
    }
  }

  async function changeActive(person: Person): Promise<void> {
    if (!active.delete(person)) active.add(person)
    const answer = await world.patch(`/api/v1/user/${person}`, keys.ada, { active: active.has(person) })
    assert.equal(answer.status, 200, answer.text)
  }

  async function addOnce(n: number, user_id: Person): Promise<string[]> {
    const added_channels = someOf(channels)
    const row = { workspace_id: 'ws_acme', note_id: `n_g${n}`, user_id, changed_at: base.clock() }
    await db
      .insertInto('note_plans')
      .values({ ...row, added_channels })
      .execute()
    return added_channels
  }

  async function invite(n: number, person: Person): Promise<void> {
    const row = { workspace_id: 'ws_acme', event_guid: `g${n}`, position: people.indexOf(person) }
    const email = emails[person]
    await db
      .insertInto('event_attendees')
      .values({ ...row, email, email_folded: email })
      .execute()
  }

  async function addMeeting(n: number, title: string, invited: Person[], organizer: Person | null): Promise<void> {
    const now = base.clock()
    const event = { guid: `g${n}`, title, starts_at: now, ends_at: new Date(now.getTime() + 1_800_000) }
    const organizer_email = organizer && emails[organizer]
    await db
      .insertInto('events')
      .values({ workspace_id: 'ws_acme', ...event, organizer_email })
      .execute()
    for (const person of invited) await invite(n, person)
    const note = { id: `n_g${n}`, event_guid: `g${n}`, created_by: 'u_ada', title, title_folded: title.toLowerCase() }
    const times = { created_at: now, updated_at: now }
    await db
      .insertInto('notes')
      .values({ workspace_id: 'ws_acme', ...note, agenda: '[]', ...times })
      .execute()
  }
}
