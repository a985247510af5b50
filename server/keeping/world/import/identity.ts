/**
 * Identifies an object of a world by its id or, without an id, by its natural key. *Pure.*
 *
 * A natural key is a list of texts that begins with the number of its rule. For a recording these are the note, title
 * and creation time if the file has one (rule 0), else the start (rule 1), else only note and title.
 * `stored` has the SQL of the same key for a row `t`, rule by rule.
 */
import { hashSecret } from '../../../people/caller/keys.ts'
import type { Tables } from '../../../platform/postgres/tables.ts'
import { foldCase } from '../../../platform/text.ts'
import { readMoment } from '../../../platform/time.ts'
import type { Doc, Kind } from '../format/schema.ts'

type NaturalKey = (string | null)[]

type Identity<K extends Kind> = {
  /** The field of the format, and the column of the table, with the id. */
  id: 'id' | 'guid' | 'recording_id'
  /** The prefix of new ids. */
  prefix: string
  keyOf(doc: Doc<K>): NaturalKey
  stored: string[][]
  /** SQL condition for rows that match last: their key has a computed value, that of other rows may have a given one. */
  matchLast?: string
  /** The field of rule 0, if it must be unique. */
  unique?(doc: Doc<K>): string
}

export type ListKind = Exclude<Kind, 'workspaces'>

export const identities: { [K in Kind & keyof Tables]: Identity<K> } = {
  workspaces: {
    id: 'id',
    prefix: 'ws',
    unique: () => 'subdomain',
    keyOf: ({ subdomain }) => ['0', subdomain],
    stored: [['t.subdomain']],
  },
  users: {
    id: 'id',
    prefix: 'u',
    unique: () => 'email',
    keyOf: ({ email }) => ['0', foldCase(email)],
    stored: [['t.email_folded']],
  },
  api_keys: {
    id: 'id',
    prefix: 'k',
    unique: ({ secret }) => (secret ? 'secret' : 'secret_hash'),
    keyOf: (doc) => ['0', secretHashOf(doc).toString('hex')],
    stored: [[`encode(t.secret_hash, 'hex') collate "C"`]],
  },
  channels: { id: 'id', prefix: 'ch', keyOf: ({ title }) => ['0', title], stored: [[text('title')]] },
  series: { id: 'id', prefix: 'se', keyOf: ({ title }) => ['0', title], stored: [[text('title')]] },
  events: { id: 'guid', prefix: '', keyOf: ({ guid }) => ['0', guid], stored: [['t.guid']] },
  calendar_feeds: {
    id: 'id',
    prefix: 'cal',
    keyOf({ owner, url, host, provider, account }) {
      if (url) return ['0', person(owner), url]
      return account ? ['1', person(owner), provider ?? null, account] : ['2', person(owner), host ?? null]
    },
    stored: [
      ['t.user_id', `encode(t.url_key, 'hex') collate "C"`],
      ['t.user_id', text('provider'), text('account')],
      ['t.user_id', text('host')],
    ],
  },
  notes: {
    id: 'id',
    prefix: 'n',
    unique: () => 'event',
    keyOf({ event, title, created_at }) {
      if (event) return ['0', event]
      return created_at ? ['1', null, title, iso(created_at)] : ['2', null, title]
    },
    stored: [['t.event_guid'], ['t.event_guid', text('title'), time('created_at')], ['t.event_guid', text('title')]],
  },
  recordings: {
    id: 'id',
    prefix: 'r',
    keyOf({ note, title, created_at, started_at }) {
      if (created_at) return ['0', note, title, iso(created_at)]
      return started_at ? ['1', note, title, iso(started_at)] : ['2', note, title]
    },
    stored: [
      ['t.note_id', text('title'), time('created_at')],
      ['t.note_id', text('title'), time('started_at')],
      ['t.note_id', text('title')],
    ],
    matchLast: 't.created_at is not distinct from t.started_at',
  },
  uploads: {
    id: 'recording_id',
    prefix: 'r',
    keyOf({ submitted_by, title, created_at }) {
      return created_at ? ['0', person(submitted_by), title, iso(created_at)] : ['1', person(submitted_by), title]
    },
    stored: [
      ['t.submitted_by', text('title'), time('created_at')],
      ['t.submitted_by', text('title')],
    ],
  },
  action_items: {
    id: 'id',
    prefix: 'ai',
    keyOf({ note, text, created_at }) {
      return created_at ? ['0', note ?? null, text, iso(created_at)] : ['1', note ?? null, text]
    },
    stored: [
      ['t.note_id', text('text'), time('created_at')],
      ['t.note_id', text('text')],
    ],
  },
  decisions: {
    id: 'id',
    prefix: 'dec',
    keyOf({ note, recording, text, created_at }) {
      const key = [note, recording ?? null, text]
      return created_at ? ['0', ...key, iso(created_at)] : ['1', ...key]
    },
    stored: [
      ['t.note_id', 't.recording_id', text('text'), time('created_at')],
      ['t.note_id', 't.recording_id', text('text')],
    ],
  },
  webhooks: {
    id: 'id',
    prefix: 'wh',
    keyOf({ owner, scope, url, created_at }) {
      const key = [person(owner), scope ?? 'user', url]
      return created_at ? ['0', ...key, iso(created_at)] : ['1', ...key]
    },
    stored: [
      ['t.user_id', text('scope'), text('url'), time('created_at')],
      ['t.user_id', text('scope'), text('url')],
    ],
  },
  // An entry always has an id.
  audit_log: { id: 'id', prefix: 'au', keyOf: ({ id }) => ['0', id], stored: [['t.id']] },
}

/** The stored hash of a key's secret. */
export function secretHashOf({ secret, secret_hash }: Doc<'api_keys'>): Buffer {
  return secret ? hashSecret(secret) : Buffer.from(secret_hash!, 'hex')
}

/** An account in a natural key; identify.ts replaces e-mail addresses by ids. */
function person(name: string): string {
  return name.includes('@') ? foldCase(name) : name
}

function iso(moment: string): string {
  return readMoment(moment)!.toISOString()
}

function text(column: string): string {
  return `t.${column} collate "C"`
}

function time(column: string): string {
  return `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`
}
