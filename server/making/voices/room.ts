import { sql } from 'kysely'
import { ownTable, type Section } from '../../people/privacy/person-export.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { sealedColumn } from '../../platform/postgres/key-check.ts'
import type { Transcriber } from '../engines/shared/engines.ts'
import { voiceRoutes } from './routes.ts'

type Voices = Pick<Context, 'db' | 'clock' | 'secretKey' | 'store'> & { engines(): { transcriber: Transcriber | null } }

const voice: Section = {
  name: 'voice',
  key: sql`own.user_id`,
  // The vector is only for the person themself.
  columns: sql`own.model, own.recordings, own.created_at, own.updated_at, own.confirmed,
    exists (select from voice_contests contest where contest.workspace_id = own.workspace_id
      and contest.user_id = own.user_id) as contested`,
  from: ({ userId }) => sql`voices own where own.user_id = ${userId}`,
}

const claims = ownTable('voice_claims', 'voice_claims', sql`own.id, own.recording_id, own.created_at, own.given_at`)

const said = ownTable('voice_words', 'voice_words', sql`own.claim_id, own.needed, own.says`, sql`own.claim_id`)

export const voicesRoom = {
  routes: (api: Api, context: Voices) =>
    voiceRoutes(api, { ...context, transcriber: () => context.engines().transcriber }),
  sealed: [sealedColumn('voices', 'voices', 'vector', 'user_id')],
  sections: [voice, claims, said],
}
