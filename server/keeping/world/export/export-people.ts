/** Exports people, channels, events and calendar feeds. */
import { sql } from 'kysely'
import { printRule, readRulesOfPeople } from '../../../making/rules/stored-rules.ts'
import { openVoice } from '../../../making/voices/stored-voices.ts'
import { vectorText } from '../../../making/voices/vectors.ts'
import { openAddress } from '../../../meetings/calendar/feeds/feeds.ts'
import { otherAddressesOf } from '../../../people/accounts/addresses.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { ChatKind } from '../../../platform/postgres/tables.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import { utc } from '../../../platform/time.ts'
import { openSigningSecret } from '../../../webhooks/endpoints/signing-secret.ts'
import { sharesIn } from './export-shares.ts'
import { pages } from './pages.ts'

/** @param secretKey  opens the vectors of voices; null leaves them out */
export async function* exportUsers(db: Db, workspaceId: string, secretKey: SecretKey | null) {
  const people = pages(['id'], ({ where, limit }) =>
    db
      .selectFrom('users')
      .leftJoin('voices as voice', (join) =>
        join.onRef('voice.workspace_id', '=', 'users.workspace_id').onRef('voice.user_id', '=', 'users.id'),
      )
      .select(['users.id', 'email', 'full_name', 'admin', 'active', 'users.created_at', 'erased_at'])
      .select(['legal_hold', 'language', 'notes_language'])
      .leftJoin('recap_mail_wishes as wish', (join) =>
        join.onRef('wish.workspace_id', '=', 'users.workspace_id').onRef('wish.user_id', '=', 'users.id'),
      )
      .select(otherAddressesOf('users').as('other_addresses'))
      .leftJoin('voice_contests as contest', (join) =>
        join.onRef('contest.workspace_id', '=', 'users.workspace_id').onRef('contest.user_id', '=', 'users.id'),
      )
      .select(['voice.model', 'voice.vector', 'voice.recordings', 'voice.created_at as given_at', 'voice.updated_at'])
      .select(['voice.confirmed', 'contest.at as contested_at'])
      .select(['wish.recaps', 'wish.time_zone'])
      .where('users.workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('users.id')
      .limit(limit)
      .execute(),
  )
  for await (const page of people) {
    const rules = await readRulesOfPeople(
      db,
      workspaceId,
      page.map(({ id }) => id),
    )
    yield page.map(({ recaps, time_zone, ...row }) => {
      const { model, vector, recordings, given_at, updated_at, confirmed, contested_at, ...person } = row
      const opened = secretKey && vector && vectorText(openVoice(secretKey, vector, workspaceId, person.id))
      const contested = contested_at !== null
      const voice = { model, vector: opened, recordings, created_at: given_at, updated_at, confirmed, contested }
      const notifications = time_zone && { recaps, time_zone }
      const own = rules.get(person.id)?.map(printRule)
      return {
        ...person,
        voice: model === null ? null : voice,
        ...(notifications && { notifications }),
        ...(own && { rules: own }),
      }
    })
  }
}

/** Exports hashes of keys. A key works after an import, but the file does not reveal it. */
export function exportApiKeys(db: Db, workspaceId: string) {
  return pages(['id'], ({ where, limit }) =>
    db
      .selectFrom('api_keys')
      .select(['id', 'user_id as user', 'name'])
      .select(sql<string>`encode(secret_hash, 'hex')`.as('secret_hash'))
      .select(['super_admin', 'active', 'created_at', 'last_used_at', 'scopes', 'expires_at', 'switched_off_by'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

/** @param secretKey  decrypts the addresses of chats; null leaves the chats out */
export async function* exportChannels(db: Db, workspaceId: string, secretKey: SecretKey | null) {
  const chatOf = ({ id, kind, user_id, secret }: ChatOfChannel) => ({
    kind,
    url: openSigningSecret(secretKey!, { workspace_id: workspaceId, id, secret: Buffer.from(secret, 'base64') }),
    by: user_id,
  })
  for await (const page of channels(db, workspaceId)) {
    yield page.map(({ chat, ...channel }) => ({ ...channel, ...(secretKey && chat && { deliver_to: chatOf(chat) }) }))
  }
}

type ChatOfChannel = { id: string; kind: ChatKind; user_id: string; secret: string }

const channels = (db: Db, workspaceId: string) =>
  pages(['id'], ({ where, limit }) =>
    db
      .selectFrom('channels')
      .select(['id', 'title', 'private'])
      .select(
        sql<ChatOfChannel | null>`(select json_build_object('id', id, 'kind', chat, 'user_id', user_id,
            'secret', encode(secret, 'base64')) from webhooks
          where webhooks.workspace_id = channels.workspace_id and webhooks.channel_id = channels.id)`.as('chat'),
      )
      .select(
        sql<string[]>`array(select user_id from channel_members member
          where member.workspace_id = channels.workspace_id and member.channel_id = channels.id order by user_id)`.as(
          'members',
        ),
      )
      .select('created_at')
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )

export function exportSeries(db: Db, workspaceId: string) {
  return pages(['id'], ({ where, limit }) =>
    db
      .selectFrom('series')
      .select(['id', 'title', sharesIn('series').as('shared_with')])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

export async function* exportEvents(db: Db, workspaceId: string) {
  const attendees = sql<{ email: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('email', attendee.email, 'name', attendee.name)
      order by attendee.position, attendee.email_folded)
    from event_attendees attendee
    where attendee.workspace_id = events.workspace_id and attendee.event_guid = events.guid), '[]')`
  const events = pages(['guid'], ({ where, limit }) =>
    db
      .selectFrom('events')
      .select(['guid', 'series_id', 'title', 'starts_at', 'ends_at', 'all_day', 'call_url', 'organizer_email'])
      .select([attendees.as('attendees'), 'imported_by', 'made_here', 'cancelled_at'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('guid')
      .limit(limit)
      .execute(),
  )
  for await (const page of events) {
    yield page.map(({ guid, series_id, title, starts_at, ends_at, ...rest }) => ({
      guid,
      series: series_id,
      title,
      start: utc(starts_at),
      end: utc(ends_at),
      ...rest,
    }))
  }
}

// A feed may hold 10,000 events.
const feedsInPage = 20

/** @param secretKey  decrypts the addresses, which are secrets; null leaves them out */
export async function* exportFeeds(db: Db, workspaceId: string, secretKey: SecretKey | null) {
  const events = sql<string[]>`array(select held.event_guid from calendar_feed_events held
    where held.workspace_id = calendar_feeds.workspace_id and held.feed_id = calendar_feeds.id order by held.event_guid)`
  const feeds = pages(
    ['created_at', 'id'],
    ({ where, limit }) =>
      db
        .selectFrom('calendar_feeds')
        .select(['id', 'user_id as owner', 'host', 'url', 'provider', 'account', events.as('events'), 'created_at'])
        .where('workspace_id', '=', workspaceId)
        .where(where)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute(),
    feedsInPage,
  )
  for await (const page of feeds) {
    yield page.map((feed) => ({
      ...feed,
      url: secretKey && feed.url && openAddress(secretKey, { workspaceId, id: feed.id }, feed.url),
    }))
  }
}
