/** Random small worlds for the property tests: any field may be missing, and any text that can be stored occurs. */
import fc from 'fast-check'
import { anyAgenda, anyText } from '../../../meetings/notes/agenda.arbitrary.ts'
import { printAgenda } from '../../../meetings/notes/agenda-print.ts'
import { languages } from '../../../people/caller/languages.ts'
import { nextWishes, recordWishes } from '../../../platform/postgres/column-types.ts'
import { maxPrevious } from '../../../webhooks/endpoints/previous-secrets.ts'

const people = ['u_ada', 'u_bo', 'u_cy']
const link = fc.record({
  system: fc.constantFrom('GitHub', 'Jira'),
  key: fc.constantFrom('12', 'ACME-12'),
  url: fc.constantFrom('https://github.com/acme/app/issues/12', 'https://acme.test/browse/ACME-12?ü=1'),
  state: fc.constantFrom('open', 'Zu erledigen', null),
})
const person = fc.constantFrom(...people, 'ADA@acme.test', 'bo@acme.test')
const moment = fc
  .tuple(fc.integer({ min: Date.UTC(1970), max: Date.UTC(2100) }), fc.constantFrom('Z', '+00:00'))
  .map(([time, zone]) => new Date(time).toISOString().replace('Z', zone))
const text = anyText.map((it) => it.slice(0, 200).toWellFormed())
const name = text.map((it) => it || 'x')
const flag = fc.boolean()

/** A field that may be missing, or null. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(fc.option(arbitrary, { freq: 4 }), { nil: undefined, freq: 4 })

/** An object without the fields that are undefined. */
const object = <T extends Record<string, unknown>>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields).map((it) => JSON.parse(JSON.stringify(it)) as { [K in keyof T]: T[K] })

const shares = maybe(
  fc
    .uniqueArray(fc.constantFrom(...people), { maxLength: 2 })
    .map((users) => users.map((user) => ({ user, by: 'u_ada' }))),
)
const byRule = <Item extends object>(lists: fc.Arbitrary<Item[] | null | undefined>) =>
  fc
    .tuple(lists, fc.option(fc.constant('ru_gone')))
    .map(([list, by_rule]) => list?.map((item) => ({ ...item, by_rule })))
const plans = maybe(
  fc
    .uniqueArray(fc.constantFrom(...people), { maxLength: 2 })
    .map((users) =>
      users.map((user) => ({
        ...{ user, record: 'never', template: 'nt_gone', added: ['ch_gone'], dropped: ['ch_other'] },
        changed_at: '2026-01-05T09:00:00.000Z',
      })),
    ),
)
const publications = (channels: string[]) =>
  maybe(fc.subarray(channels).map((list) => list.map((channel) => ({ channel, by: 'u_bo' }))))

/** Times may be missing. */
const aged = <T extends Record<string, unknown>>(it: T) =>
  object({ created_at: maybe(moment) }).map((age) => ({ ...it, ...age }))

const signingSecret = fc.base64String({ minLength: 4, maxLength: 40 }).map((it) => `whsec_${it}`)

/** Times in the right order, or missing. */
const times = fc.tuple(maybe(moment), maybe(moment)).map(([one, other]) => {
  const backwards = one && other && Date.parse(one) > Date.parse(other)
  return backwards ? { created_at: other, updated_at: one } : { created_at: one, updated_at: other }
})
const timed = <T extends object>(arbitrary: fc.Arbitrary<T>) =>
  fc.tuple(arbitrary, times).map(([it, at]) => ({ ...it, ...(JSON.parse(JSON.stringify(at)) as typeof at) }))

const transcript = fc.record({
  language_code: text,
  speech_segments: fc.array(
    fc.record({
      speaker: text,
      text,
      start_time: fc.double({ min: 0, max: 1e5, noNaN: true }),
      end_time: maybe(fc.double({ min: 0, max: 1e5, noNaN: true })),
      heard: maybe(text),
      words: maybe(fc.array(fc.record({ text, start_time: fc.nat(), end_time: fc.nat() }), { maxLength: 2 })),
    }),
    { maxLength: 3 },
  ),
  recognised: maybe(fc.array(fc.record({ speaker: text, before: text }), { maxLength: 2 })),
})
const voice = maybe(
  timed(
    fc.record({
      model: name,
      vector: maybe(fc.constant(null)),
      recordings: maybe(fc.integer({ min: 1, max: 99 })),
      confirmed: maybe(fc.boolean()),
      contested: maybe(fc.boolean()),
    }),
  ),
)
const sentences = maybe(
  fc.array(fc.record({ text, segment: fc.nat(), timestamp: fc.nat(), quote: text }), { maxLength: 2 }),
)

const notes_language = maybe(fc.constantFrom('spoken', 'fr', 'pt-BR'))

const rules = (owner: string) =>
  maybe(
    several(2, `ru_${owner}`, () =>
      timed(
        object({
          name,
          match: object({
            series_id: maybe(fc.constant('se_w')),
            organizer: maybe(text),
            title_contains: maybe(text),
            outsiders: maybe(fc.boolean()),
            people_min: maybe(fc.nat()),
          }),
          do: object({
            record: maybe(fc.constantFrom(...recordWishes)),
            next: maybe(fc.constantFrom(...nextWishes)),
            notes_language: maybe(text),
            publish: maybe(fc.constant(['c_1'])),
            share: maybe(fc.constant([{ user: 'u_bo', can_edit: true }])),
          }),
          last_problem: maybe(text),
        }),
      ),
    ),
  )
const aiNotes = fc.record({
  markdown: text,
  sections: fc.array(
    object({
      title: text,
      content: maybe(text),
      sentences,
      items: maybe(
        fc.array(
          object({ text, timestamp: maybe(fc.nat()), assignees: maybe(fc.array(person, { maxLength: 2 })), sentences }),
          { maxLength: 2 },
        ),
      ),
    }),
    { maxLength: 2 },
  ),
  generated_by: maybe(text),
  imported: maybe(fc.constant(true)),
  usage: maybe(
    object({
      requests: fc.nat(),
      input_tokens: maybe(fc.nat()),
      output_tokens: maybe(fc.nat()),
      seconds: fc.nat(),
      dropped: maybe(fc.nat()),
    }),
  ),
})

const fromTo = fc.record({ from: text, to: text })
const change = object({
  title: maybe(fromTo),
  speakers: maybe(fc.array(fromTo, { maxLength: 2 })),
  segments: maybe(fc.array(object({ index: fc.nat(), text: maybe(fromTo), speaker: maybe(fromTo) }), { maxLength: 2 })),
  segments_left_out: maybe(fc.integer({ min: 1, max: 9 })),
  ai_notes: fc.constantFrom('edited', 'failed'),
  transcript: maybe(fc.constantFrom('transcribed_again', 'failed')),
  former_transcript: maybe(text),
})

/** The history of one recording. Ids are unique in the workspace. */
const history = (recording: number) =>
  several(2, `rc_${recording}`, () => object({ at: moment, user: maybe(person), change }))

/** The marks of one recording. */
const marks = (recording: number) =>
  several(2, `mk_${recording}`, () =>
    object({ at: fc.constantFrom(0, 1.5, 604_800), text: maybe(words), by: person, created_at: maybe(moment) }),
  )

/** No recording takes them. */
const noteMarks = (note: number) =>
  several(2, `mk_n${note}`, () =>
    object({ made_at: fc.constant('1990-01-01T00:00:00Z'), text: maybe(words), by: person, created_at: maybe(moment) }),
  )

/** Up to `most` objects, each with its number in the id. */
const several = <T>(most: number, prefix: string, make: (n: number) => fc.Arbitrary<T>) =>
  fc
    .nat(most)
    .chain((length) => fc.tuple(...Array.from({ length }, (_, n) => make(n))))
    .map((list) => list.map((it, n) => ({ id: `${prefix}_${n}`, ...it })))

const words = fc.constantFrom('Weekly', '  Risks', 'x'.repeat(100))
const noteTemplates = object({
  instructions: maybe(text),
  glossary: maybe(fc.array(object({ term: words, meaning: maybe(words) }), { maxLength: 2 })),
  templates: maybe(
    several(2, 'nt', () =>
      object({
        name: words,
        instructions: maybe(text),
        title_contains: maybe(words),
        sections: maybe(fc.constant([{ title: 'Risks' }])),
      }),
    ),
  ),
})

const glossary = object({
  terms: maybe(
    fc.array(object({ term: words, sounds_like: maybe(fc.array(words, { maxLength: 2 })), note: maybe(words) }), {
      maxLength: 2,
    }),
  ),
})

const chat = object({
  kind: fc.constantFrom('slack', 'teams', 'mattermost', 'generic'),
  url: fc.webUrl({ validSchemes: ['https'] }),
  by: person,
})
const channels = several(2, 'ch', () =>
  object({
    title: name,
    private: maybe(flag),
    members: maybe(fc.array(person)),
    deliver_to: maybe(chat),
    created_at: maybe(moment),
  }),
)
const series = several(2, 'se', () => object({ title: text, shared_with: shares }))

const events = (seriesIds: string[]) =>
  fc
    .uniqueArray(
      text.map((it) => it || 'guid'),
      { maxLength: 3 },
    )
    .chain((guids) =>
      fc.tuple(
        ...guids.map((guid) =>
          object({
            guid: fc.constant(guid),
            series: maybe(fc.constantFrom(...seriesIds, null)),
            title: text,
            start: moment,
            end: moment,
            all_day: maybe(flag),
            call_url: maybe(text),
            organizer_email: maybe(fc.constantFrom('ADA@acme.test', 'x@y.test')),
            imported_by: maybe(person),
            made_here: maybe(flag),
            cancelled_at: maybe(moment),
            attendees: maybe(
              fc.uniqueArray(
                fc.record({ email: fc.constantFrom('ada@acme.test', 'BO@acme.test', 'x@y.test'), name: text }),
                { selector: ({ email }) => email },
              ),
            ),
          }),
        ),
      ),
    )

/** Each feed has its own address. Feeds without an address may share a host. */
const feeds = (guids: string[]) =>
  several(2, 'cal', (n) =>
    object({
      owner: person,
      url: maybe(fc.constant(`https://calendar.test/${n}.ics`)),
      host: fc.constant('calendar.test'),
      events: maybe(fc.subarray(guids)),
      created_at: maybe(moment),
    }),
  )

const auditLog = several(2, 'au', () =>
  object({
    at: moment,
    action: name,
    key_id: fc.constant('k_x'),
    user_id: fc.constantFrom(...people),
    method: name,
    on_behalf_of: maybe(fc.constantFrom(...people)),
    path: text,
    status: maybe(fc.constant(200)),
    address: text,
    request_id: text,
    body_sha256: maybe(fc.constant('0f'.repeat(32))),
    details: maybe(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text)))),
  }),
)

/** Previous secrets, after rotations. */
const previousSecrets = fc.array(object({ secret: signingSecret, until: moment }), { maxLength: maxPrevious })

/** Agendas of one world share no action item, and assign only existing people. */
const agenda = (n: number) =>
  anyAgenda.map((blocks) =>
    printAgenda(
      blocks.map((block) => {
        if (!('id' in block)) return block
        const id = block.id && `${block.id.slice(0, 50)}_${n}`
        return block.type === 'action_item'
          ? { ...block, id, assignees: people.slice(0, block.text.length % 3) }
          : { ...block, id }
      }),
    ),
  )

/** Notes without references need no id. There are few titles, so many notes share one. */
const looseNotes = fc.array(
  timed(object({ title: fc.constantFrom('Twin', 'Other'), agenda: maybe(agenda(9).map(withoutIds)) })),
  { maxLength: 3 },
)

function withoutIds(markup: string): string {
  return markup.replaceAll(/(?<=\{)#[\w-]+_9(?=[ }]) ?/g, '').replaceAll('{}', '')
}

/** A workspace `acme`. */
export const anyWorkspace = fc
  .tuple(channels, series)
  .chain(([channelList, seriesList]) =>
    fc.tuple(fc.constant(channelList), fc.constant(seriesList), events(seriesList.map(({ id }) => id))),
  )
  .chain(([channelList, seriesList, eventList]) => {
    const channelIds = channelList.map(({ id }) => id)
    const guids = eventList.map(({ guid }) => guid)
    const noteList = several(4, 'n', (n) =>
      timed(
        object({
          event: maybe(fc.constant(guids[n])),
          created_by: maybe(person),
          title: text,
          titled_by_person: maybe(flag),
          by_rule: maybe(fc.constant('ru_1')),
          agenda: maybe(agenda(n)),
          shared_with: byRule(shares),
          published_to: byRule(publications(channelIds)),
          plans,
          marks: maybe(noteMarks(n)),
        }),
      ),
    )
    return noteList.chain((notes) => {
      const noteIds = notes.map(({ id }) => id)
      const inNote = notes.length > 0 ? fc.constantFrom(...noteIds) : fc.constant('')
      return fc.record({
        subdomain: fc.constant('acme'),
        name,
        plan: maybe(fc.constantFrom('team', 'business', 'enterprise')),
        webhooks: maybe(fc.constantFrom('enabled', 'switched_off')),
        note_templates: maybe(noteTemplates),
        glossary: maybe(glossary),
        rules: rules('ws'),
        notes_language,
        voices: fc.constant(true),
        outside_links: fc.boolean(),
        second_factor: fc.boolean(),
        users: fc.tuple(
          ...people.map((id) =>
            fc
              .tuple(
                aged({ id, email: `${id.slice(2)}@acme.test`, full_name: id }),
                object({
                  voice,
                  rules: rules(id.slice(2)),
                  language: maybe(fc.constantFrom(...languages)),
                  notes_language,
                }),
              )
              .map(([account, given]) => ({ ...account, ...given })),
          ),
        ),
        api_keys: several(2, 'k', (n) =>
          object({
            user: person,
            secret: fc.constant(`mb_${n}`),
            name: maybe(text),
            created_at: maybe(moment),
            last_used_at: maybe(moment),
            expires_at: maybe(moment),
            active: maybe(fc.boolean()),
            switched_off_by: maybe(person),
            scopes: maybe(fc.subarray(['read', 'write', 'webhooks', 'admin', 'scim'], { minLength: 1 })),
          }),
        ),
        channels: fc.constant(channelList),
        series: fc.constant(seriesList),
        events: fc.constant(eventList),
        calendar_feeds: feeds(guids),
        notes: looseNotes.map((loose) => [...notes, ...loose]),
        recordings: several(notes.length > 0 ? 2 : 0, 'r', (n) =>
          timed(
            object({
              note: inNote,
              title: text,
              started_at: maybe(moment),
              started_by: maybe(person),
              transcript: maybe(transcript),
              ai_notes: maybe(aiNotes),
              notes_language,
              history: maybe(history(n)),
              marks: maybe(marks(n)),
              shared_with: byRule(shares),
              published_to: byRule(publications(channelIds)),
            }),
          ),
        ),
        uploads: fc.array(
          timed(
            object({
              submitted_by: person,
              title: text,
              status: fc.constantFrom('PENDING', 'SUCCESS', 'FAILED'),
              failure_reason: maybe(text),
              event: maybe(fc.constantFrom(...guids, null)),
              channel: maybe(fc.constantFrom(...channelIds, null)),
              template: maybe(fc.constantFrom('nt_0', 'nt_1')),
              import_key: maybe(fc.uuid()),
            }),
          ),
          { maxLength: 2 },
        ),
        action_items: fc.array(
          timed(
            object({
              note: maybe(inNote.map((id) => id || null)),
              text,
              assignees: maybe(fc.array(person, { maxLength: 3 })),
              completed_by: maybe(fc.array(person, { maxLength: 2 })),
              status: maybe(fc.constantFrom('Incomplete', 'Done', 'Archived')),
              due_date: maybe(fc.constant('2024-02-29')),
              changed_by_people: maybe(fc.boolean()),
              recording_offset: maybe(fc.nat(1_000)),
              links: maybe(fc.uniqueArray(link, { maxLength: 2, selector: ({ url }) => url })),
            }),
          ),
          { maxLength: 4 },
        ),
        webhook_list: fc.array(
          timed(
            object({
              owner: person,
              url: fc.webUrl({ validSchemes: ['https'] }),
              description: maybe(text),
              enabled_events: maybe(fc.subarray(['ai_note.generated', 'action_item.assigned'])),
              secret: maybe(signingSecret),
              previous_secrets: maybe(previousSecrets),
            }),
          ),
          { maxLength: 2 },
        ),
        audit_log: auditLog,
      })
    })
  })
