/** People and the workspace's settings, as requests and answers hold them (decision 29c). */
import Type from 'typebox'
import { Id, IdOf, Maybe, maxId, Nullable, OneOf, Time } from '../../platform/http/schema.ts'
import { Language, Me, NotesLanguage, Person } from '../caller/schemas.ts'
import { maxOtherAddresses } from './addresses.ts'

export const User = Type.Object(
  {
    ...Person.properties,
    id: IdOf('user_id', 'Identifier of the person.'),
    admin: Type.Boolean({ description: 'A designated admin: keys of theirs with the mark are super admin keys.' }),
    active: Type.Boolean({ description: 'A deactivated person sees nothing, and their keys are refused.' }),
    legal_hold: Type.Optional(
      Nullable(Type.String({ description: 'Why nothing of this person is deleted. Only super admins see it.' })),
    ),
    other_addresses: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Further addresses of the account: invitations of these are theirs too. Only super admins see them.',
      }),
    ),
    notes_language: Type.Optional(
      Nullable(NotesLanguage('The language of the AI notes of their meetings. Only super admins see it')),
    ),
    last_seen_at: Type.Optional(
      Nullable(Time('When a browser or a key of theirs was last used. Only super admins see it, in the list.')),
    ),
    invited_until: Type.Optional(
      Nullable(Time('Until when a sign-in link works that they have not used. Only super admins see it, in the list.')),
    ),
  },
  { $id: 'User', description: 'An account of the workspace.' },
)

/** A PATCH with null lifts it. */
const LegalHold = (what: string) =>
  Maybe(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: `Why nothing of ${what} is deleted; null lifts the hold.`,
    }),
  )

const FullName = Type.String({ minLength: 1, maxLength: 255, description: 'Their name.', examples: ['Bo Lindqvist'] })

const Address = (description: string, example: string) =>
  Type.String({ format: 'email', maxLength: maxId, description, examples: [example] })

export const NewUser = Type.Object(
  {
    email: Address('Their address; they see what it was invited to.', 'dee@acme.test'),
    full_name: FullName,
    admin: Maybe(Type.Boolean({ description: 'Make them an admin.' })),
  },
  { examples: [{ email: 'dee@acme.test', full_name: 'Dee Sato' }] },
)

export const UserId = Type.Object({ user_id: Id('Identifier of the person.', 'u_bo') })

const notesLanguage = Type.Optional(
  Nullable(NotesLanguage('The language of the AI notes of their meetings; null ends the wish')),
)

export const MyChanges = Type.Object(
  { language: Maybe(Language), notes_language: notesLanguage },
  { examples: [{ language: 'fr', notes_language: 'fr' }] },
)

export const UserChanges = Type.Object(
  {
    email: Maybe(
      Address('Their current address, which signs them in. The one before becomes an other address.', 'bo@acme.test'),
    ),
    other_addresses: Maybe(
      Type.Array(Address('An address of theirs.', 'bo.li@acme.test'), {
        maxItems: maxOtherAddresses,
        description: 'All other addresses that they keep; one that is missing is withdrawn, with what only it opened.',
      }),
    ),
    full_name: Maybe(FullName),
    admin: Maybe(Type.Boolean({ description: 'Whether they are an admin.' })),
    active: Maybe(Type.Boolean({ description: 'false deactivates them, true reactivates them.' })),
    legal_hold: LegalHold('what this person took part in'),
    notes_language: notesLanguage,
  },
  { examples: [{ full_name: 'Bo Lindqvist', active: true }] },
)

const retentions = ['standard', 'zero_day'] as const
const switches = ['enabled', 'not_enabled', 'switched_off'] as const
const Compatibility = OneOf(['none', 'hosted'], {
  description:
    '`none` is this document; with `hosted` the workspace answers as the hosted original does, described by `/api/v1/openapi.json?profile=hosted`.',
})

const Days = (what: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: `Days for which ${what} kept; null is for ever.` }))

const retentionDays = {
  transcripts: Days('transcripts are'),
  media: Days('media are'),
  everything: Days('notes, recordings, items, failed uploads and past meetings are'),
}

const deliveryDays = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description:
      'Days for which the log of deliveries is kept, at most as long as the service keeps it; null is that maximum.',
  }),
)
const voices =
  'Whether people may give their voices, by which speakers of later recordings are named. A voice is biometric data: each person gives their own, and off deletes all of them.'
const outsideLinks =
  'Whether people may make links that show a note or a recording to people without an account; off ends all of them at once, until it is on again.'
const secondFactor =
  'Whether administrator rights need a passkey, or a fresh sign-in at the identity provider. Who has neither makes a passkey first.'
const consentText = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'What people read out before they record a meeting; null is the usual sentence.',
  }),
)
const workspaceLanguage = Nullable(
  NotesLanguage('The language of AI notes where nobody chose another; null is that of the service'),
)
const webhookMail = 'Whether super admins get mails about webhooks that fail, are disabled or recover.'

export const Settings = Type.Object(
  {
    ...Me.properties.workspace.properties,
    plan: OneOf(['team', 'business', 'enterprise']),
    email_domains: Type.Array(Type.String(), { description: 'People with an address of another domain are external.' }),
    retention: OneOf([...retentions], {
      description: 'zero_day keeps no transcript and no media after they are processed.',
    }),
    webhooks: OneOf([...switches], { description: 'Whether webhooks may be used, and whether they are on.' }),
    workspace_webhooks: Type.Boolean({ description: 'Whether there may be workspace webhooks.' }),
    compatibility: Compatibility,
    retention_days: Type.Object(retentionDays, { description: 'After how many days data is deleted.' }),
    delivery_retention_days: deliveryDays,
    webhook_mail: Type.Boolean({ description: webhookMail }),
    voices: Type.Boolean({ description: voices }),
    outside_links: Type.Boolean({ description: outsideLinks }),
    second_factor: Type.Boolean({ description: secondFactor }),
    consent_text: consentText,
    notes_language: workspaceLanguage,
    legal_hold: Type.Optional(
      Nullable(Type.String({ description: 'Why nothing is deleted. Only super admins see it.' })),
    ),
  },
  { $id: 'Workspace', description: 'A workspace and its switches.' },
)

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const Usage = Type.Object(
  {
    media_bytes: Count('Bytes that all media of the workspace take, the final sizes of unfinished uploads included.'),
    media_bytes_limit: Nullable(Count('How many bytes they may take; null is no limit.')),
    open_uploads: Count('Your resumable uploads that are under way.'),
    open_uploads_limit: Count('How many you may have.'),
    webhooks: Count('Your user webhooks.'),
    webhooks_limit: Count('How many you may have.'),
    workspace_webhooks: Nullable(Count('The workspace webhooks there are; null without a super admin key.')),
    workspace_webhooks_limit: Count('How many there may be.'),
    questions_today: Count('Questions that you have asked the language model today (UTC).'),
    questions_limit: Nullable(Count('How many you may ask in a day; null is no limit.')),
    llm_tokens_this_month: Count('Tokens that it used for the workspace in this month (UTC), for notes and answers.'),
    llm_tokens_limit: Nullable(Count('How many it may use in a month; null is no limit.')),
  },
  { description: 'How much is used of what is limited. An imported world may exceed the limits.' },
)

export const SettingsChanges = Type.Object(
  {
    name: Maybe(Type.String({ minLength: 1, maxLength: 255 })),
    retention: Maybe(OneOf([...retentions], { description: 'zero_day permanently deletes all transcripts.' })),
    webhooks: Maybe(OneOf([...switches])),
    workspace_webhooks: Maybe(Type.Boolean()),
    compatibility: Maybe(Compatibility),
    retention_days: Maybe(
      Type.Object(
        {
          transcripts: Type.Optional(retentionDays.transcripts),
          media: Type.Optional(retentionDays.media),
          everything: Type.Optional(retentionDays.everything),
        },
        {
          description: 'An absent field stays as it is.',
          examples: [{ transcripts: 365, media: 90, everything: null }],
        },
      ),
    ),
    delivery_retention_days: Type.Optional(deliveryDays),
    webhook_mail: Maybe(Type.Boolean({ description: webhookMail })),
    voices: Maybe(Type.Boolean({ description: voices })),
    outside_links: Maybe(Type.Boolean({ description: outsideLinks })),
    second_factor: Maybe(Type.Boolean({ description: secondFactor })),
    consent_text: Type.Optional(consentText),
    notes_language: Type.Optional(workspaceLanguage),
    legal_hold: LegalHold('the workspace'),
  },
  { examples: [{ name: 'Acme', workspace_webhooks: true }] },
)
