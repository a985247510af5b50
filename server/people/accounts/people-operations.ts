/** People and settings, as openapi.json describes them (decision 29c; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { Me, PageQuery } from '../caller/schemas.ts'
import { Installation } from './installation-schemas.ts'
import { MyChanges, NewUser, Settings, SettingsChanges, Usage, User, UserChanges, UserId } from './people-schemas.ts'

const userExample = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist', admin: false, active: true }

const settingsExample = {
  id: 'ws_acme',
  name: 'Acme',
  subdomain: 'acme',
  plan: 'enterprise' as const,
  email_domains: ['acme.test'],
  retention: 'standard' as const,
  webhooks: 'enabled' as const,
  workspace_webhooks: true,
  compatibility: 'none' as const,
  retention_days: { transcripts: 365, media: 90, everything: null },
  delivery_retention_days: null,
  webhook_mail: false,
  voices: false,
  outside_links: false,
  second_factor: false,
  consent_text: null,
  notes_language: null,
}

const usageExample = {
  media_bytes: 734_003_200,
  media_bytes_limit: null,
  open_uploads: 1,
  open_uploads_limit: 20,
  webhooks: 2,
  webhooks_limit: 25,
  workspace_webhooks: null,
  workspace_webhooks_limit: 100,
  questions_today: 4,
  questions_limit: 100,
  llm_tokens_this_month: 412_300,
  llm_tokens_limit: null,
}

export const listUsers = operation({
  id: 'list_users',
  tag: 'People',
  summary: 'List people',
  description: 'The accounts of the workspace, newest first, deactivated ones included.',
  extension: true,
  querystring: PageQuery,
  answer: PageOf(User),
  example: { page_info: { cursor: null, page_size: 20 }, data: [userExample] },
})

export const createUser = operation({
  id: 'create_user',
  tag: 'People',
  summary: 'Add a person',
  description: 'Makes an account, which sees what its address was invited to. Super admin keys only.',
  extension: true,
  body: NewUser,
  status: 201,
  failures: [409],
  answer: Type.Object({ user: User }),
  example: { user: userExample },
})

export const changeUser = operation({
  id: 'change_user',
  tag: 'People',
  summary: 'Change a person',
  description:
    'Renames them, changes their addresses, makes them an admin, deactivates or reactivates them. With a new `email` they ' +
    'keep the one before as an other address, and so their meetings. No two accounts have the same address (409). The next ' +
    'request of a deactivated person is refused. The last active admin must stay (409). While `legal_hold` is set, the meetings of this person are not deleted. ' +
    'Super admin keys only.',
  extension: true,
  params: UserId,
  body: UserChanges,
  failures: [409],
  answer: Type.Object({ user: User }),
  example: { user: userExample },
})

export const changeMe = operation({
  id: 'change_me',
  tag: 'Workspace',
  summary: 'Change my wishes',
  description:
    '`language` is that of the mails that you get. `notes_language` is the language in which a language model writes the AI notes of your meetings: those that you organize, and those that you upload whose organizer has no wish. Adds a row to the audit log.',
  extension: true,
  body: MyChanges,
  answer: Type.Object({ user: Me.properties.user }),
  example: {
    user: { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist', language: 'fr', notes_language: 'fr' },
  },
})

export const getWorkspace = operation({
  id: 'get_workspace',
  tag: 'People',
  summary: 'Get the workspace',
  description: 'Its name, plan and switches, and how much you and the workspace use of what is limited.',
  extension: true,
  answer: Type.Object({ workspace: Settings, usage: Usage }),
  example: { workspace: settingsExample, usage: usageExample },
})

export const changeWorkspace = operation({
  id: 'change_workspace',
  tag: 'People',
  summary: 'Change the workspace',
  description:
    'Its name and switches. `retention: zero_day` permanently deletes all transcripts and media; `updated_at` of the ' +
    'recordings stays the same. `retention_days` deletes once a day what is older. While a `legal_hold` is set, nothing ' +
    'that it covers is deleted, and zero_day is a 409. `webhook_mail` is a 422 if the service sends no mail. `voices` false deletes the voices of everybody. Super admin keys only.',
  extension: true,
  body: SettingsChanges,
  failures: [409, 422],
  answer: Type.Object({ workspace: Settings }),
  example: { workspace: settingsExample },
})

export const getInstallation = operation({
  id: 'get_installation',
  tag: 'People',
  summary: 'Get what the operator set up',
  description:
    'Single sign-on, the directory, mail, calendars and where data is kept, without any secret. `GET /api/v1/engines` has ' +
    'what transcribes and writes. Super admin keys only.',
  extension: true,
  answer: Type.Object({ installation: Installation }),
  example: {
    installation: {
      public_url: 'https://meetings.example.com',
      single_sign_on: {
        issuer: 'https://sso.example.com',
        name: 'Acme SSO',
        creates_people: true,
        groups_claim: null,
        email_trust: 'verified' as const,
        only: false,
      },
      directory: { keys: 1, last_used_at: '2026-01-09T10:00:00.000Z' },
      mail: { server: 'mail.example.com:465', from: 'Minutebook <minutebook@example.com>' },
      calendars: [{ provider: 'google' as const, tenant: null }],
      database: 'embedded' as const,
      media: 'folder' as const,
      last_backup_at: '2026-01-09T03:00:00.000Z',
    },
  },
})
