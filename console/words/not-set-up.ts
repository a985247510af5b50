/** What may not be set up, and where an administrator sets it up. Its sentences are `words.notSetUp`. *Pure.* */
import type { AdminSearch } from '../pages/admin/search.ts'
import type { Words } from './en/main.ts'

export type Missing = keyof Words['notSetUp']['of']

/** A tab of the administration, and a part of it; null where only a setting of the environment helps, which the sentence names. */
type Place = { tab: NonNullable<AdminSearch['tab']> & keyof Words['notSetUp']['where']; part?: Part } | null

/** Parts of Administration → Installation. */
export type Part = 'mail' | 'calendars' | 'engines' | 'models' | 'address'

const models: Place = { tab: 'installation', part: 'engines' }

export const setUpAt: Record<Missing, Place> = {
  media: models,
  recording: models,
  kept: models,
  decisions: models,
  answers: models,
  notesLanguage: models,
  mail: { tab: 'installation', part: 'mail' },
  calendars: { tab: 'installation', part: 'calendars' },
  https: { tab: 'installation', part: 'address' },
  passkeys: { tab: 'installation', part: 'address' },
  bots: { tab: 'recorders' },
  outsideLinks: { tab: 'settings' },
  webhooks: { tab: 'settings' },
  network: null,
  demo: null,
}

/** Sentences of the service that say so. */
const byService: Record<string, Missing> = {
  'No transcription service is configured': 'media',
  'There is no language model here; these passages fit best': 'answers',
  'E-mail is not set up here': 'mail',
  'Webhooks are not enabled for this workspace': 'webhooks',
  'Webhooks are switched off for this workspace': 'webhooks',
  'Workspace webhooks are not enabled for this workspace': 'webhooks',
  'Calendar URL cannot point to private IP address': 'network',
  'Chat URL cannot point to private IP address': 'network',
}

/** @returns null if the sentence is about something else */
export const missingOf = (sentence: string): Missing | null =>
  Object.hasOwn(byService, sentence) ? byService[sentence]! : null
