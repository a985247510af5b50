/** Ways to get the special answers of single operations, such as `post /path 409`. */
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { maxMarks } from '../../server/making/marks/schemas.ts'
import { maxRules } from '../../server/making/rules/schemas.ts'
import { maxTranslations } from '../../server/making/translations/schemas.ts'
import { calendarExample } from '../../server/meetings/calendar/schemas.ts'
import { maxKeptBytes } from '../../server/people/privacy/former-texts.ts'
import { maxSubscriptions } from '../../server/people/push/schemas.ts'
import { ApiError } from '../../server/platform/errors.ts'
import { keys } from './acme.ts'
import { type Call, mediaLink, send } from './example-calls.ts'
import type { Answer, World } from './world.ts'

const ok = async () => {}
const fails = (status: number) => () => Promise.reject(new ApiError(status, 'Not now'))

type Occur = (call: Call) => Promise<Answer>

const tus = '/api/v1/recordings/upload/tus'
const upload = `${tus}/{recording_id}`
const media = '/media/{workspace_id}/{recording_id}'

export function peculiarAnswers(world: World): Record<string, Occur> {
  const withHeaders = (headers: Record<string, string | undefined>) => (call: Call) => send(world, call, { headers })
  const withBody = (body: unknown) => (call: Call) => send(world, { ...call, body })
  const at = (path: (call: Call) => string) => (call: Call) => send(world, { ...call, path: path(call) })

  /** The same call after the webhook of the examples has this status. */
  const whileWebhookIs = (status: 'active' | 'inactive') => async (call: Call) => {
    await world.patch('/api/v1/webhook/wh_1', keys.ada, { status })
    return send(world, call)
  }
  const whileUploadIsHeld = async (call: Call) => {
    const holder = new pg.Client({ connectionString: world.base.databaseUrl })
    await holder.connect()
    await holder.query(`select pg_advisory_lock(hashtextextended('upload r_1', 0))`)
    const answer = await send(world, call)
    await holder.end()
    return answer
  }
  const ofNewUpload = (sent: (cancel: () => Promise<Answer>) => Promise<Answer>) => async (call: Call) => {
    const transcript = { speech_segments: [{ text: 'Hm.', start_time: 0, end_time: 1 }] }
    const { body } = await world.post('/api/v1/recordings/upload', keys.ada, { title: 'Wrong file', transcript })
    return sent(() => send(world, { ...call, path: `/api/v1/recordings/upload/${body.recording_id}/cancel` }))
  }
  const whileDiskIsFull = async (call: Call) => {
    world.leaveFree(0)
    const answer = await send(world, call)
    world.leaveFree(Number.MAX_SAFE_INTEGER)
    return answer
  }
  /** Nothing is downloaded. */
  const withInstaller = (methods: object) => async (call: Call) => {
    const { models } = world.base
    world.base.models = Object.assign(Object.create(models), methods)
    const answer = await send(world, call)
    world.base.models = models
    return answer
  }
  /** The default maximum number of webhooks of a person. */
  const withManyWebhooks = async (call: Call) => {
    const { previous_secrets, ...row } = await world.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', 'wh_1')
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 25 }, (_, number) => ({ ...row, id: `wh_more_${number}` }))
    await world.db.insertInto('webhooks').values(more).execute()
    const answer = await send(world, call)
    await world.db.deleteFrom('webhooks').where('id', 'like', 'wh_more_%').execute()
    return answer
  }
  /** The maximum number of keys, besides those of the examples. */
  const withNoRoom = async (call: Call) => {
    const api_keys = Array.from({ length: 25 }, (_, index) => ({
      user: 'u_bo',
      name: 'full',
      secret: `mb_full_${index}`,
    }))
    await world.load({ subdomain: 'acme', name: 'Acme', api_keys })
    await world.db.updateTable('api_keys').set({ active: false }).where('id', '=', 'k_bo_inactive').execute()
    const headers = call.method === 'POST' ? { 'x-on-behalf-of': 'u_bo' } : {}
    const answer = await send(world, { ...call, body: { name: 'one more', active: true } }, { headers })
    await world.db.deleteFrom('api_keys').where('name', '=', 'full').execute()
    return answer
  }
  const underHold = (body?: object) => async (call: Call) => {
    await world.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 4711' })
    const answer = await send(world, body ? { ...call, body } : call)
    await world.patch('/api/v1/workspace', keys.ada, { legal_hold: null })
    return answer
  }
  /** `r_1` gets a speaker who says enough, and a service that hears them. */
  const withVoice = async (call: Call) => {
    const ofRecording = () => world.db.updateTable('recordings').where('id', '=', 'r_1')
    const segment = { speaker: 'Speaker 2', text: 'Good morning.', start_time: 0, end_time: 6 }
    await ofRecording()
      .set({ transcript: JSON.stringify({ language_code: 'en', speech_segments: [segment] }) })
      .execute()
    await world.patch('/api/v1/workspace', keys.ada, { voices: true })
    const { transcriber } = world.base.engines
    const vector = [1, ...new Array(191).fill(0)]
    world.base.engines.transcriber = {
      ...transcriber!,
      hearVoices: async () => [{ speaker: 'Speaker 2', vector, model: 'titanet-small' }],
    }
    const answer = await send(world, call)
    world.base.engines.transcriber = transcriber
    return answer
  }
  /** Ada was told of a claim of Bo's. Without voices there is nothing to say. */
  const ofClaim = (voices: boolean) => async (call: Call) => {
    const claim = {
      workspace_id: 'ws_acme',
      recording_id: 'r_1',
      user_id: 'u_bo',
      spans: '[[0, 6]]',
      needs_word: false,
    }
    await world.patch('/api/v1/workspace', keys.ada, { voices })
    await world.db
      .insertInto('voice_claims')
      .values({ ...claim, id: 'vc_1', created_at: world.base.clock() })
      .execute()
    const word = { workspace_id: 'ws_acme', claim_id: 'vc_1', user_id: 'u_ada', needed: true }
    await world.db.insertInto('voice_words').values(word).execute()
    const answer = await send(world, call)
    await world.db.deleteFrom('voice_claims').execute()
    return answer
  }
  const keepText = (bytes: number) => {
    const row = { workspace_id: 'ws_acme', id: 'ft_1', at: world.base.clock(), kind: 'note' as const, thing_id: 'n_1' }
    const more = {
      note_id: 'n_1',
      recording_id: null,
      by_user_id: 'u_bo',
      what: 'title' as const,
      former: '"x"',
      bytes,
    }
    return world.db
      .insertInto('former_texts')
      .values({ ...row, ...more })
      .execute()
  }
  const whileTooMuchIsKept = (body?: object) => async (call: Call) => {
    await keepText(maxKeptBytes)
    const answer = await underHold(body)({ ...call, headers: { ...call.headers, 'if-match': '*' } })
    await world.db.deleteFrom('former_texts').execute()
    return answer
  }
  const withoutNotes = async (call: Call) => {
    const { id, ai_notes } = await world.db
      .selectFrom('recordings')
      .select(['id', 'ai_notes'])
      .where('id', '=', 'r_1')
      .executeTakeFirstOrThrow()
    const give = (notes: string | null) =>
      world.db.updateTable('recordings').set({ ai_notes: notes }).where('id', '=', id).execute()
    await give(null)
    const answer = await send(world, call)
    await give(ai_notes && JSON.stringify(ai_notes))
    return answer
  }
  /** The path of an upload whose length is not known yet. */
  const beginGrowing = async (call: Call) => {
    const version = { 'tus-resumable': '1.0.0' }
    const headers = { ...version, 'upload-defer-length': '1', 'upload-metadata': 'title eA==' }
    const { headers: answered } = await send(world, { ...call, method: 'POST', path: tus }, { headers })
    return answered.location!
  }
  const ofGrowing = async (call: Call) => ({ ...call, path: call.path.replace(`${tus}/r_1`, await beginGrowing(call)) })
  const withoutTranscriber = async (call: Call) => {
    const { transcriber } = world.base.engines
    world.base.engines.transcriber = null
    const answer = await send(world, call)
    world.base.engines.transcriber = transcriber
    return answer
  }
  /** Nothing is asked of it, because no worker runs here. */
  const withModel = (occur: Occur) => async (call: Call) => {
    const { noteWriter } = world.base.engines
    world.base.engines.noteWriter = { ...noteWriter, usesModel: async () => true }
    const answer = await occur(call)
    world.base.engines.noteWriter = noteWriter
    return answer
  }
  const transcribe = '/api/v1/recording/{recording_id}/transcribe'
  const translation = '/api/v1/recording/{recording_id}/translation'
  const replacing = (call: Call) => ({ ...call, body: { ...(call.body as object), replace_corrections: true } })
  return {
    'get /api/v1/me/voice 400': at(() => '/api/v1/me/voice?vector=maybe'),
    'post /api/v1/recording/{recording_id}/voice 409': (call) => send(world, call),
    'post /api/v1/recording/{recording_id}/voice 200': withVoice,
    'post /api/v1/voice_claim/{claim_id}/word 200': ofClaim(true),
    'post /api/v1/voice_claim/{claim_id}/word 409': ofClaim(false),
    'post /api/v1/note/{note_id}/agenda 409': whileTooMuchIsKept({ content_native_markdown: '' }),
    'post /api/v1/note/{note_id}/agenda/find-replace 409': whileTooMuchIsKept(),
    'post /api/v1/note/{note_id}/agenda/take-over 422': withBody({ from_note_id: 'n_1' }),
    'get /api/v1/note/{note_id}/next 400': at(({ path }) => `${path}?time_zone=Mars%2FOlympus`),
    'post /api/v1/note/{note_id}/next 409': withBody({ send_invitation: true, outsiders: ['guest@elsewhere.test'] }),
    'post /api/v1/recording/{recording_id}/mail 409': withBody({ outsiders: ['guest@elsewhere.test'] }),
    'post /api/v1/recording/{recording_id}/mail 422': withoutNotes,
    'post /api/v1/recording/{recording_id}/ai_notes 422': withBody({ notes_language: 'fr' }),
    'patch /api/v1/recording/{recording_id} 409': whileTooMuchIsKept({ segments: [{ index: 0, text: 'Other' }] }),
    'get /api/v1/former_text/{former_text_id} 200': async (call) => {
      await keepText(3)
      const answer = await send(world, call)
      await world.db.deleteFrom('former_texts').execute()
      return answer
    },
    'patch /api/v1/workspace 409': underHold({ retention: 'zero_day' }),
    'delete /api/v1/note/{note_id} 409': underHold(),
    'delete /api/v1/recording/{recording_id} 409': underHold(),
    'post /api/v1/webhook 409': withManyWebhooks,
    'get /api/v1/user/{user_id}/erasure 200': async (call) => {
      const { body } = await world.post('/api/v1/user', keys.ada, { email: 'gone@acme.test', full_name: 'Gone' })
      await world.delete(`/api/v1/user/${body.user.id}`, keys.ada)
      return send(world, { ...call, path: call.path.replace('u_bo', body.user.id) })
    },
    'delete /api/v1/user/{user_id} 409': at(() => '/api/v1/user/u_ada'),
    'post /api/v1/recordings/upload 201': async (call) => {
      const headers = { 'idempotency-key': 'sent-twice' }
      await send(world, call, { headers })
      return send(world, call, { headers })
    },
    'post /api/v1/recordings/upload 422': async (call) => {
      const headers = { 'idempotency-key': 'used-before' }
      await send(world, call, { headers })
      return send(world, { ...call, body: { ...(call.body as object), title: 'Another' } }, { headers })
    },
    'post /api/v1/recordings/upload/{recording_id}/cancel 200': ofNewUpload((send) => send()),
    'post /api/v1/recordings/upload/{recording_id}/cancel 409': ofNewUpload((send) => send().then(send)),
    // The key is no super admin any more, and sees less.
    'get /api/v1/changes 410': async (call) => {
      const { body } = await world.get('/api/v1/changes', keys.ada)
      const mark = (super_admin: boolean) =>
        world.db.updateTable('api_keys').set({ super_admin }).where('id', '=', 'k_ada').execute()
      await mark(false)
      const answer = await send(world, { ...call, path: `/api/v1/changes?cursor=${body.page_info.cursor}` })
      await mark(true)
      return answer
    },
    'get /api/v1/events 200': async (call) => {
      const answer = send(world, call, { key: keys.adaRegular })
      while (!(await world.db.selectFrom('listeners').select('user_id').executeTakeFirst())) await setTimeout(5)
      // The streaming answer ends when the key is deactivated.
      await world.patch('/api/v1/api_key/k_ada_regular', keys.ada, { active: false })
      return answer
    },
    'get /api/v1/events 400': withHeaders({ 'last-event-id': 'yesterday' }),
    'post /api/v1/note 409': withBody({ title: 'Another', event_guid: 'evt1_20260105T090000Z' }),
    'post /api/v1/note/{note_id}/agenda/find-replace 422': withBody({ find: 'nowhere', content_native_markdown: '' }),
    'post /api/v1/webhook/{webhook_id}/delivery/{hook_id}/resend 202': whileWebhookIs('active'),
    'post /api/v1/webhook/{webhook_id}/delivery/{hook_id}/resend 400': whileWebhookIs('inactive'),
    'post /api/v1/webhook/{webhook_id}/recover 202': whileWebhookIs('active'),
    'post /api/v1/webhook/{webhook_id}/test 202': whileWebhookIs('active'),
    'post /api/v1/api_key 409': withNoRoom,
    'patch /api/v1/api_key/{api_key_id} 409': withNoRoom,
    'post /api/v1/users/import 409': withBody({ users: [{ email: 'ada@acme.test', active: false }] }),
    'post /api/v1/user 409': (call) =>
      send(world, { ...call, body: { ...(call.body as object), email: 'BO@acme.test' } }),
    'post /api/v1/calendar/import 200': (call) =>
      send(world, { ...call, body: calendarExample }, { headers: { 'content-type': 'text/calendar' } }),
    'delete /api/v1/calendar/feed/{feed_id} 200': async (call) => {
      const now = world.base.clock()
      const feed = { workspace_id: 'ws_acme', id: 'cal_1', user_id: 'u_ada', url: Buffer.of(1), url_key: Buffer.of(1) }
      const row = { ...feed, host: 'calendar.example.com', next_read_at: now, created_at: now }
      await world.db.insertInto('calendar_feeds').values(row).execute()
      return send(world, call)
    },
    'patch /api/v1/user/{user_id} 409': (call) =>
      send(world, { ...call, path: '/api/v1/user/u_ada', body: { active: false } }),
    [`post ${tus} 400`]: withHeaders({ 'upload-length': undefined }),
    [`post ${tus} 409`]: async (call) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(world, call, { key: keys.bo })))
      const refused = answers.find(({ status }) => status !== 201)
      if (refused) return refused
      const answer = await send(world, call, { key: keys.bo })
      await world.db.deleteFrom('upload_sessions').where('user_id', '=', 'u_bo').execute()
      return answer
    },
    [`post ${translation} 202`]: withModel((call) => send(world, call)),
    [`post ${translation} 409`]: withModel(async (call) => {
      const others = ['da', 'de', 'en', 'es', 'fr', 'it', 'nb', 'nl', 'pt', 'sv']
      assert.equal(others.length, maxTranslations)
      for (const notes_language of others) await send(world, { ...call, body: { notes_language } })
      const answer = await send(world, { ...call, body: { notes_language: 'pl' } })
      await world.db.deleteFrom('notes_translations').execute()
      return answer
    }),
    [`post ${translation} 422`]: (call) => send(world, call),
    [`post ${tus} 422`]: withoutTranscriber,
    [`post ${transcribe} 422`]: withoutTranscriber,
    // The first request is not carried out, because no worker runs here.
    [`post ${transcribe} 409`]: async (call) => {
      await send(world, replacing(call))
      const answer = await send(world, replacing(call))
      await world.db.deleteFrom('transcription_requests').execute()
      return answer
    },
    [`post ${transcribe} 202`]: (call) => send(world, replacing(call)),
    'post /api/v1/decision 201': (call) =>
      send(world, { ...call, body: { ...(call.body as object), quote: 'Good morning.' } }),
    'delete /api/v1/decision/{decision_id} 409': (call) => send(world, call),
    'delete /api/v1/decision/{decision_id} 200': async (call) => {
      await world.patch('/api/v1/decision/dec_1', keys.ada, { status: 'withdrawn' })
      return send(world, call)
    },
    'post /api/v1/rule 409': async (call) => {
      const now = world.base.clock()
      const rule = { workspace_id: 'ws_acme', user_id: 'u_ada', name: 'More', match: '{}', does: '{}' }
      const rules = Array.from({ length: maxRules }, (_, position) => {
        return { ...rule, id: `ru_more_${position}`, position, created_at: now, updated_at: now }
      })
      await world.db.insertInto('rules').values(rules).execute()
      const answer = await send(world, call)
      await world.db.deleteFrom('rules').where('name', '=', 'More').execute()
      return answer
    },
    'post /api/v1/me/push 409': async (call) => {
      const device = { workspace_id: 'ws_acme', user_id: 'u_ada', titles: false, created_at: world.base.clock() }
      const more = Array.from({ length: maxSubscriptions }, (_, number) => {
        const sealed = { endpoint_hash: Buffer.from([number]), sealed: Buffer.alloc(1) }
        return { ...device, ...sealed, id: `ps_more_${number}`, user_agent: '' }
      })
      await world.db.insertInto('push_subscriptions').values(more).execute()
      const answer = await send(world, {
        ...call,
        body: { ...(call.body as object), endpoint: 'https://push.acme.com/other' },
      })
      await world.db.deleteFrom('push_subscriptions').where('id', 'like', 'ps_more_%').execute()
      return answer
    },
    'post /api/v1/recording/{recording_id}/mark 409': async (call) => {
      const mark = (at: number) => ({
        workspace_id: 'ws_acme',
        recording_id: 'r_1',
        id: `mk_${at}`,
        at,
        user_id: 'u_bo',
      })
      const rows = Array.from({ length: maxMarks }, (_, n) => ({ ...mark(n), created_at: world.base.clock() }))
      await world.db.insertInto('marks').values(rows).execute()
      const answer = await send(world, call)
      await world.db.deleteFrom('marks').where('user_id', '=', 'u_bo').execute()
      return answer
    },
    'delete /api/v1/recording/{recording_id}/mark/{mark_id} 200': async (call) => {
      const { body } = await world.post('/api/v1/recording/r_1/mark', keys.ada, { at: 0 })
      return send(world, { ...call, path: `/api/v1/recording/r_1/mark/${body.mark.id}` })
    },
    'post /api/v1/models/add 202': withInstaller({ begin: ok, work: ok, installing: async () => null }),
    'post /api/v1/models/add 409': withInstaller({ begin: fails(409) }),
    'post /api/v1/models/add 507': withInstaller({ begin: fails(507) }),
    'post /api/v1/models/cancel 204': withInstaller({ cancel: ok }),
    'post /api/v1/models/cancel 409': withInstaller({ cancel: fails(409) }),
    'post /api/v1/models/remove 204': withInstaller({ remove: ok }),
    'post /api/v1/models/remove 409': withInstaller({ remove: fails(409) }),
    [`post ${tus} 507`]: whileDiskIsFull,
    [`patch ${upload} 507`]: whileDiskIsFull,
    [`post ${tus} 413`]: withHeaders({ 'upload-length': '4097' }),
    [`head ${upload} 200`]: async (call) => {
      await send(world, { ...call, path: await beginGrowing(call) })
      return send(world, call)
    },
    [`get ${upload}/words 200`]: async (call) => {
      const { transcriber } = world.base.engines
      const segments = [{ text: 'Good morning.', start: 0.4, end: 1.2 }]
      const hearLive = async () => ({ segments, until: 1.4, isCut: false })
      world.base.engines.transcriber = { ...transcriber!, hearLive }
      const answer = await send(world, await ofGrowing(call))
      world.base.engines.transcriber = transcriber
      return answer
    },
    [`get ${upload}/words 400`]: at(() => `${tus}/r_1/words?from=-1`),
    [`get ${upload}/words 422`]: async (call) => send(world, await ofGrowing(call)),
    // Complete, and of a channel that is gone.
    [`head ${upload} 400`]: async (call) => {
      const complete = { length: 0, metadata: '{"title":"x","channel_id":"ch_none"}' }
      const begun = await ofGrowing(call)
      const id = begun.path.split('/').at(-1)!
      await world.db.updateTable('upload_sessions').set(complete).where('recording_id', '=', id).execute()
      return send(world, begun)
    },
    [`head ${upload} 423`]: whileUploadIsHeld,
    [`patch ${upload} 400`]: withHeaders({ 'upload-offset': undefined }),
    [`patch ${upload} 409`]: withHeaders({ 'upload-offset': '7' }),
    [`patch ${upload} 413`]: withBody('x'.repeat(4_097)),
    [`patch ${upload} 423`]: whileUploadIsHeld,
    [`delete ${upload} 423`]: whileUploadIsHeld,
    [`get ${media} 206`]: withHeaders({ range: 'bytes=0-1' }),
    [`get ${media} 403`]: at(({ path }) => `${path}x`),
    [`get ${media} 404`]: at(() => mediaLink(world, 'r_none')),
    [`get ${media} 416`]: withHeaders({ range: 'bytes=4096-' }),
    [`head ${media} 403`]: at(({ path }) => `${path}x`),
    [`head ${media} 404`]: at(() => mediaLink(world, 'r_none')),
  }
}
