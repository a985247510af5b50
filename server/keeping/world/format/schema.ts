/**
 * The world format: operators write it and `minutebook export` prints it. For a new object `null` and a missing field
 * both mean the default. For an existing object a missing field keeps the stored value.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { maxTerms as maxGlossaryTerms, maxSoundsLike } from '../../../making/glossary/schemas.ts'
import { maxSections, maxTemplates, maxTerms } from '../../../making/note-templates/schemas.ts'
import { maxChannels, maxPeople as maxRulePeople, maxRules } from '../../../making/rules/schemas.ts'
import { maxLinkLengths, maxLinks } from '../../../meetings/action-items/schemas.ts'
import { proposalKinds, saidStatuses, statuses } from '../../../meetings/decisions/schemas.ts'
import { chatKinds } from '../../../people/accounts/channel-schemas.ts'
import { languages } from '../../../people/caller/languages.ts'
import { scopeNames } from '../../../people/caller/scopes.ts'
import { linePattern, Maybe, OneOf } from '../../../platform/http/schema.ts'
import {
  type AiNoteChange,
  nextWishes,
  type RecordedChange,
  type RuleActions,
  type RuleMatch,
  recordWishes,
  type StoredConsent,
  type StoredGlossary,
  type ItemLink as StoredLink,
} from '../../../platform/postgres/column-types.ts'
import { maxPrevious } from '../../../webhooks/endpoints/previous-secrets.ts'
import { eventTypes } from '../../../webhooks/events/event-types.ts'
import { rules } from './rules.ts'

const Ruled = (rule: keyof typeof rules) => Type.String({ format: rule, message: rules[rule].message })
const Fields = <P extends TProperties>(fields: P) => Type.Object(fields, { additionalProperties: false })
/** For JSON that is printed as it is stored: a field of it that is missing here is an error of the compiler. */
const FieldsOf =
  <Stored>() =>
  <P extends Record<keyof Stored, TSchema>>(fields: P) =>
    Fields(fields)

const Id = Ruled('id')
const Moment = Ruled('moment')
const Guid = Ruled('guid')
const Language = Ruled('language')
const Title = Type.String({ maxLength: 1_000 })
const Name = Type.String({ minLength: 1, maxLength: 1_000 })
const Flag = Type.Boolean()
const Days = Type.Integer({ minimum: 1, maximum: 36_500 })
/** An account, by id or e-mail. */
const PersonRef = Type.String({ minLength: 1, maxLength: 1_024 })

const share = { user: PersonRef, by: Maybe(PersonRef), can_edit: Maybe(Flag) }
/** The rule that made it need not exist any more. */
const Share = Fields({ ...share, by_rule: Maybe(Id) })
const Publication = Fields({ channel: Id, by: Maybe(PersonRef), by_rule: Maybe(Id) })
/** What a person changed of rules for one meeting. */
const NotePlan = Fields({
  user: PersonRef,
  record: Maybe(OneOf(recordWishes)),
  template: Maybe(Id),
  added: Maybe(Type.Array(Id)),
  dropped: Maybe(Type.Array(Id)),
  changed_at: Maybe(Moment),
})

/** Texts may be longer than the API accepts, because an erasure may insert a longer name. */
const NoteTemplates = Fields({
  instructions: Maybe(Type.String()),
  glossary: Maybe(Type.Array(Fields({ term: Name, meaning: Maybe(Title) }), { maxItems: maxTerms })),
  templates: Maybe(
    Type.Array(
      Fields({
        id: Maybe(Id),
        name: Name,
        instructions: Maybe(Type.String()),
        sections: Maybe(Type.Array(Fields({ title: Name, instructions: Maybe(Title) }), { maxItems: maxSections })),
        series_ids: Maybe(Type.Array(Id)),
        title_contains: Maybe(Name),
        is_default: Maybe(Flag),
        notes_language: Maybe(Language),
      }),
      { maxItems: maxTemplates },
    ),
  ),
})

const Glossary = Fields({
  terms: Maybe(
    Type.Array(
      FieldsOf<StoredGlossary['terms'][number]>()({
        term: Name,
        sounds_like: Maybe(Type.Array(Name, { maxItems: maxSoundsLike })),
        note: Maybe(Title),
      }),
      { maxItems: maxGlossaryTerms },
    ),
  ),
})

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** In their order. What they name need not be there: such a rule does nothing, and says so. */
const Rules = Type.Array(
  Fields({
    id: Maybe(Id),
    name: Name,
    match: FieldsOf<RuleMatch>()({
      series_id: Maybe(Id),
      feed_id: Maybe(Id),
      organizer: Maybe(Title),
      domain: Maybe(Title),
      title_contains: Maybe(Title),
      outsiders: Maybe(Flag),
      people_min: Maybe(Count),
      people_max: Maybe(Count),
    }),
    do: FieldsOf<RuleActions>()({
      record: Maybe(OneOf(recordWishes)),
      recorder_id: Maybe(Id),
      template_id: Maybe(Id),
      notes_language: Maybe(Title),
      publish: Maybe(Type.Array(Id, { maxItems: maxChannels })),
      share: Maybe(Type.Array(Fields({ user: Id, can_edit: Maybe(Flag) }), { maxItems: maxRulePeople })),
      next: Maybe(OneOf(nextWishes)),
    }),
    last_problem: Maybe(Title),
    created_at: Maybe(Moment),
    updated_at: Maybe(Moment),
  }),
  { maxItems: maxRules },
)
export type RuleDocs = Static<typeof Rules>

const Header = Fields({
  id: Maybe(Id),
  subdomain: Ruled('subdomain'),
  name: Name,
  plan: Maybe(OneOf(['team', 'business', 'enterprise'])),
  email_domains: Maybe(Type.Array(Type.String({ minLength: 1, maxLength: 255 }))),
  retention: Maybe(OneOf(['standard', 'zero_day'])),
  webhooks: Maybe(OneOf(['enabled', 'not_enabled', 'switched_off'])),
  workspace_webhooks: Maybe(Flag),
  compatibility: Maybe(OneOf(['none', 'hosted'])),
  retention_days: Maybe(Fields({ transcripts: Maybe(Days), media: Maybe(Days), everything: Maybe(Days) })),
  // The super admin who set these days.
  retention_set_by: Maybe(Id),
  // The reason of a legal hold.
  legal_hold: Maybe(Type.String({ minLength: 1, maxLength: 1_000 })),
  // Whether super admins receive mail about failing webhooks.
  webhook_mail: Maybe(Flag),
  // How long the delivery log is kept; null means the service's setting.
  delivery_retention_days: Maybe(Days),
  // Whether people may give their voices.
  voices: Maybe(Flag),
  // Whether people may make links for people without an account. The links themselves stay where they were made.
  outside_links: Maybe(Flag),
  second_factor: Maybe(Flag),
  // What is said before a recording.
  consent_text: Maybe(Type.String({ minLength: 1, maxLength: 2_000 })),
  // The language of AI notes; of people too.
  notes_language: Maybe(Language),
  note_templates: Maybe(NoteTemplates),
  glossary: Maybe(Glossary),
  // Those of the workspace.
  rules: Maybe(Rules),
})

/** `vector` is Base64 of 32-bit numbers, and a secret. Without it, it is only known that the person gave a voice. */
const Voice = Fields({
  model: Name,
  vector: Maybe(Ruled('vector')),
  recordings: Maybe(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
  // Whether others confirmed it, and whether somebody says that it is not theirs.
  confirmed: Maybe(Flag),
  contested: Maybe(Flag),
})

/** Who never chose has no `recaps`. */
const Notifications = Fields({ recaps: Maybe(OneOf(['none', 'at_once', 'daily'])), time_zone: Maybe(Type.String()) })

const User = Fields({
  id: Maybe(Id),
  email: Ruled('email'),
  // Further addresses of the account. Those that it has and the list lacks are withdrawn.
  other_addresses: Maybe(Type.Array(Ruled('email'))),
  full_name: Name,
  admin: Maybe(Flag),
  active: Maybe(Flag),
  created_at: Maybe(Moment),
  // When the person was erased; name and address are placeholders then.
  erased_at: Maybe(Moment),
  // The reason of a legal hold.
  legal_hold: Maybe(Type.String({ minLength: 1, maxLength: 1_000 })),
  notes_language: Maybe(Language),
  // Of mails to the person.
  language: Maybe(OneOf([...languages])),
  voice: Maybe(Voice),
  // Recaps by mail; without the field the stored wish stays.
  notifications: Maybe(Notifications),
  // The person's own; without the field the stored ones stay.
  rules: Maybe(Rules),
})

const ApiKey = Fields({
  id: Maybe(Id),
  user: PersonRef,
  name: Maybe(Title),
  secret: Maybe(Ruled('secret')),
  secret_hash: Maybe(Ruled('hash')),
  super_admin: Maybe(Flag),
  active: Maybe(Flag),
  created_at: Maybe(Moment),
  last_used_at: Maybe(Moment),
  scopes: Maybe(Type.Array(OneOf([...scopeNames]), { minItems: 1 })),
  expires_at: Maybe(Moment),
  // The administrator who switched it off, if not the owner; then only administrators can switch it on again.
  switched_off_by: Maybe(PersonRef),
})

const Channel = Fields({
  id: Maybe(Id),
  title: Name,
  private: Maybe(Flag),
  members: Maybe(Type.Array(PersonRef)),
  // The chat that gets its recaps, and who set it. Without the field it stays; null removes it.
  deliver_to: Maybe(Fields({ kind: OneOf([...chatKinds]), url: Ruled('https'), by: PersonRef })),
  created_at: Maybe(Moment),
})

const Series = Fields({ id: Maybe(Id), title: Title, shared_with: Maybe(Type.Array(Fields(share))) })

const Event = Fields({
  guid: Guid,
  series: Maybe(Id),
  title: Title,
  start: Moment,
  end: Moment,
  all_day: Maybe(Flag),
  call_url: Maybe(Type.String({ maxLength: 8_192 })),
  organizer_email: Maybe(Type.String({ maxLength: 1_024 })),
  attendees: Maybe(Type.Array(Fields({ email: Ruled('address'), name: Maybe(Title) }))),
  // The person whose import created it.
  imported_by: Maybe(PersonRef),
  // Whether it was made as the next meeting of another, and in no calendar before.
  made_here: Maybe(Flag),
  // When its calendar cancelled it.
  cancelled_at: Maybe(Moment),
})

/**
 * `url` is a secret; without it a feed has a `host` and is not read. `events` are those of the last read. An account has
 * `provider` and `account`; the access to it does not travel, so its person connects it again.
 */
const CalendarFeed = Fields({
  id: Maybe(Id),
  owner: PersonRef,
  host: Maybe(Type.String({ minLength: 1, maxLength: 261 })),
  url: Maybe(Ruled('https')),
  provider: Maybe(OneOf(['google', 'microsoft', 'caldav'])),
  account: Maybe(Type.String({ minLength: 1, maxLength: 1_024 })),
  events: Maybe(Type.Array(Guid)),
  created_at: Maybe(Moment),
})

/** A moment that somebody marked beside a bot, and that is in no recording (decision 67). */
const NoteMark = Fields({
  id: Maybe(Id),
  made_at: Moment,
  text: Maybe(Type.String({ minLength: 1, maxLength: 1_000 })),
  by: PersonRef,
  created_at: Maybe(Moment),
})

const Note = Fields({
  id: Maybe(Id),
  event: Maybe(Guid),
  series: Maybe(Id),
  created_by: Maybe(PersonRef),
  title: Title,
  // A calendar renames the note with its event, unless a person named it.
  titled_by_person: Maybe(Flag),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
  agenda: Maybe(Type.String()),
  shared_with: Maybe(Type.Array(Share)),
  published_to: Maybe(Type.Array(Publication)),
  by_rule: Maybe(Id),
  plans: Maybe(Type.Array(NotePlan)),
  marks: Maybe(Type.Array(NoteMark, { maxItems: 500 })),
})

/** Spec 2.3. */
const Transcript = Fields({
  language_code: Maybe(Type.String()),
  speech_segments: Maybe(
    Type.Array(
      Fields({
        speaker: Maybe(Type.String()),
        text: Maybe(Type.String()),
        start_time: Maybe(Type.Number()),
        end_time: Maybe(Type.Number()),
        // The text before terms of the glossary were put into it.
        heard: Maybe(Type.String()),
        words: Maybe(
          Type.Array(
            Fields({ text: Type.String({ maxLength: 255 }), start_time: Type.Number(), end_time: Type.Number() }),
          ),
        ),
      }),
    ),
  ),
  // Speakers who were named by their voice, or by their microphone.
  recognised: Maybe(
    Type.Array(
      Fields({ speaker: Type.String(), before: Type.String(), by: Type.Optional(Type.Literal('microphone')) }),
    ),
  ),
})

/** An assignee: a person reference, or the person as the API prints it. */
const NamedPerson = Type.Unsafe<string | { id: string }>({
  type: ['string', 'object'],
  minLength: 1,
  properties: { id: { type: 'string' }, full_name: { type: 'string' }, email: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
})

const Sentences = Maybe(
  Type.Array(
    Fields({
      text: Type.String(),
      segment: Type.Integer({ minimum: 0 }),
      timestamp: Type.Integer({ minimum: 0 }),
      quote: Maybe(Type.String()),
    }),
  ),
)

/** Decision 16 on recording fields. */
const AiNotes = Fields({
  markdown: Maybe(Type.String()),
  sections: Maybe(
    Type.Array(
      Fields({
        title: Maybe(Type.String()),
        content: Maybe(Type.String()),
        sentences: Sentences,
        items: Maybe(
          Type.Array(
            Fields({
              text: Maybe(Type.String()),
              timestamp: Maybe(Type.Integer()),
              assignees: Maybe(Type.Array(NamedPerson)),
              sentences: Sentences,
            }),
          ),
        ),
      }),
    ),
  ),
  generated_by: Maybe(Type.String()),
  imported: Maybe(Type.Boolean()),
  // What a language model used for them.
  usage: Maybe(
    Fields({
      requests: Type.Integer({ minimum: 0 }),
      input_tokens: Maybe(Type.Integer({ minimum: 0 })),
      output_tokens: Maybe(Type.Integer({ minimum: 0 })),
      seconds: Type.Number({ minimum: 0 }),
      dropped: Maybe(Type.Integer({ minimum: 0 })),
    }),
  ),
})

/** The file in the folder of `--media`; `name` is the original file name. */
const Media = Fields({ file: Id, content_type: Maybe(Title), name: Maybe(Title) })

const FromTo = Fields({ from: Type.String(), to: Type.String() })

/** An entry of a recording's history, as in the API. Without `user` an operator's command made the change. */
const HistoryEntry = Fields({
  id: Maybe(Id),
  at: Moment,
  user: Maybe(PersonRef),
  change: FieldsOf<AiNoteChange>()({
    title: Maybe(FromTo),
    speakers: Maybe(Type.Array(FromTo)),
    segments: Maybe(
      Type.Array(Fields({ index: Type.Integer({ minimum: 0 }), text: Maybe(FromTo), speaker: Maybe(FromTo) })),
    ),
    segments_left_out: Maybe(Type.Integer({ minimum: 1 })),
    ai_notes: Maybe(OneOf(['edited', 'written_anew', 'failed'])),
    transcript: Maybe(OneOf(['transcribed_again', 'failed'])),
    former_transcript: Maybe(Type.String()),
  }),
})

/** A moment of a recording that somebody marked (decision 67). */
const Mark = Fields({
  id: Maybe(Id),
  at: Type.Number({ minimum: 0, maximum: 604_800 }),
  text: Maybe(Type.String({ minLength: 1, maxLength: 1_000 })),
  by: PersonRef,
  created_at: Maybe(Moment),
})

const Recording = Fields({
  id: Maybe(Id),
  note: Id,
  title: Title,
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
  started_at: Maybe(Moment),
  ended_at: Maybe(Moment),
  started_by: Maybe(PersonRef),
  transcript: Maybe(Transcript),
  ai_notes: Maybe(AiNotes),
  participants: Maybe(Type.Array(Fields({ name: Maybe(Title), email: Maybe(Type.String({ maxLength: 1_024 })) }))),
  // What people were told before it, by whom it was started. An erasure may have made the text longer.
  consent: Maybe(
    FieldsOf<StoredConsent>()({ text: Type.String(), told: Maybe(Type.Array(Type.String())), at: Moment }),
  ),
  // In which language somebody wanted its notes.
  notes_language: Maybe(Language),
  media: Maybe(Media),
  history: Maybe(Type.Array(HistoryEntry)),
  marks: Maybe(Type.Array(Mark, { maxItems: 500 })),
  shared_with: Maybe(Type.Array(Share)),
  published_to: Maybe(Type.Array(Publication)),
})

const Upload = Fields({
  recording_id: Maybe(Id),
  submitted_by: PersonRef,
  title: Title,
  status: OneOf(['PENDING', 'SUCCESS', 'FAILED']),
  failure_reason: Maybe(Type.String()),
  event: Maybe(Guid),
  channel: Maybe(Id),
  // The note template that the uploader chose; it need not exist any more.
  template: Maybe(Id),
  import_key: Maybe(Type.String({ minLength: 1, maxLength: 128 })),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
})

const linkText = (part: keyof typeof maxLinkLengths) =>
  Type.String({ maxLength: maxLinkLengths[part], pattern: linePattern })
const ItemLink = FieldsOf<StoredLink>()({
  system: linkText('system'),
  key: linkText('key'),
  url: Type.String({ ...Ruled('link'), maxLength: maxLinkLengths.url }),
  state: Maybe(linkText('state')),
})

const ActionItem = Fields({
  id: Maybe(Id),
  note: Maybe(Id),
  text: Type.String(),
  assignees: Maybe(Type.Array(PersonRef)),
  completed_by: Maybe(Type.Array(PersonRef)),
  completion_type: Maybe(OneOf(['any', 'all'])),
  status: Maybe(OneOf(['Incomplete', 'Done', 'Archived'])),
  wont_do: Maybe(Flag),
  due_date: Maybe(Ruled('day')),
  ai_generated: Maybe(Flag),
  changed_by_people: Maybe(Flag),
  created_by: Maybe(PersonRef),
  recording_offset: Maybe(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  links: Maybe(Type.Array(ItemLink, { maxItems: maxLinks })),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
})

const Proposal = Fields({ older: Id, kind: OneOf([...proposalKinds]), dismissed: Maybe(Flag) })

/** An entry of a decision's history, as in the API. `other` need not exist any more. */
const DecisionEntry = Fields({
  id: Maybe(Id),
  at: Moment,
  user: Maybe(PersonRef),
  through: OneOf(['api', 'agenda', 'ai_notes']),
  change: FieldsOf<RecordedChange>()({
    made: Type.Optional(Type.Literal(true)),
    text: Maybe(FromTo),
    status: Maybe(OneOf([...statuses])),
    confirmed: Type.Optional(Type.Literal(true)),
    supersedes: Maybe(Type.Boolean()),
    proposed: Maybe(OneOf([...proposalKinds])),
    dismissed: Maybe(OneOf([...proposalKinds])),
  }),
  other: Maybe(Id),
})

const Decision = Fields({
  id: Maybe(Id),
  note: Id,
  recording: Maybe(Id),
  text: Type.String(),
  quote: Maybe(Type.String()),
  speaker: Maybe(Type.String()),
  start_time: Maybe(Type.Number({ minimum: 0 })),
  status: Maybe(OneOf([...saidStatuses])),
  detected: Maybe(Flag),
  changed_by_people: Maybe(Flag),
  made_by: Maybe(PersonRef),
  // Ids of decisions of the workspace.
  supersedes: Maybe(Type.Array(Id)),
  proposals: Maybe(Type.Array(Proposal)),
  history: Maybe(Type.Array(DecisionEntry)),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
})

const PreviousSecret = Fields({ secret: Ruled('signing'), until: Moment })

const Webhook = Fields({
  id: Maybe(Id),
  owner: PersonRef,
  // The key that created it. It need not exist, because keys can be deleted (spec 3.3).
  api_key: Maybe(Id),
  scope: Maybe(OneOf(['user', 'workspace'])),
  url: Ruled('https'),
  description: Maybe(Type.String()),
  status: Maybe(OneOf(['active', 'inactive', 'failed'])),
  enabled_events: Maybe(Type.Array(OneOf([...eventTypes]))),
  secret: Maybe(Ruled('signing')),
  // Secrets before rotations that are still valid for a while, the newest first.
  previous_secrets: Maybe(Type.Array(PreviousSecret, { maxItems: maxPrevious })),
  headers: Maybe(
    Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } } as never),
  ),
  created_at: Maybe(Moment),
  updated_at: Maybe(Moment),
})

/** The fields of the API. The people and keys in it may be deleted. */
const AuditEntry = Fields({
  id: Id,
  at: Moment,
  action: Name,
  key_id: Maybe(Id),
  user_id: Ruled('actor'),
  on_behalf_of: Maybe(Id),
  method: Name,
  path: Type.String(),
  status: Maybe(Type.Integer({ minimum: 100, maximum: 599 })),
  address: Type.String(),
  request_id: Type.String(),
  body_sha256: Maybe(Ruled('hash')),
  details: Maybe(Type.Record(Type.String(), Type.Unknown())),
})

export const shapes = {
  workspaces: Header,
  users: User,
  api_keys: ApiKey,
  channels: Channel,
  series: Series,
  events: Event,
  calendar_feeds: CalendarFeed,
  notes: Note,
  recordings: Recording,
  uploads: Upload,
  action_items: ActionItem,
  decisions: Decision,
  webhooks: Webhook,
  audit_log: AuditEntry,
}

export type Kind = keyof typeof shapes
export type Doc<K extends Kind = Kind> = Static<(typeof shapes)[K]>
export type ShareDoc = Static<typeof Share>
export type PublicationDoc = Static<typeof Publication>
export type NotePlanDoc = Static<typeof NotePlan>

/** The lists of a workspace. */
export const listKinds = (Object.keys(shapes) as Kind[]).filter((kind) => kind !== 'workspaces')
/** The other fields of a workspace. */
export const headerFields = Object.keys(Header.properties)
