/** A world with objects of all kinds in canonical form: importing and exporting it gives the same text. */
import { createHash } from 'node:crypto'

const noteTime = '2026-01-05T08:00:00.000Z'

/** A new copy each time, which tests may change. */
export function fullWorld() {
  return { version: 1, workspaces: [acme()] }
}

export type FullWorkspace = ReturnType<typeof acme>

function acme() {
  return {
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    email_domains: ['acme.test'],
    retention: 'standard',
    webhooks: 'enabled',
    workspace_webhooks: true,
    compatibility: 'hosted',
    retention_days: { transcripts: 400, media: 90 as number | null, everything: null as number | null },
    retention_set_by: 'u_ada' as string | null,
    legal_hold: 'Case 4711' as string | null,
    webhook_mail: true,
    delivery_retention_days: 14 as number | null,
    voices: true,
    outside_links: true,
    consent_text: 'We record this meeting.' as string | null,
    note_templates: {
      instructions: 'Be brief.' as string | null,
      glossary: [{ term: 'Plastworks', meaning: null as string | null }],
      templates: [
        {
          id: 'nt_w',
          name: 'Weekly',
          instructions: 'Quote prices.' as string | null,
          sections: [{ title: 'Risks', instructions: null as string | null }],
          series_ids: ['se_w'],
          title_contains: 'weekly' as string | null,
          is_default: true,
        },
      ],
    },
    users: [
      {
        ...person('u_ada', 'Ada@acme.test', 'Ada Moreau'),
        admin: true,
        active: true,
        ...account,
        voice: voice as object | null,
      },
      {
        ...person('u_bo', 'bo@acme.test', 'Bo Li'),
        admin: false,
        active: true,
        ...account,
        notifications: { recaps: 'daily', time_zone: 'Europe/Berlin' },
      },
      { ...person('u_cy', 'cy@acme.test', 'Cy Ruiz'), admin: false, active: false, ...account },
    ],
    api_keys: [
      {
        id: 'k_ada',
        user: 'u_ada',
        name: 'ci',
        secret_hash: createHash('sha256').update('mb_ada').digest('hex'),
        super_admin: true,
        active: true,
        created_at: '2025-03-01T10:00:00.000Z',
        last_used_at: '2026-01-09T17:00:00.000Z' as string | null,
        scopes: null as string[] | null,
        expires_at: null as string | null,
        switched_off_by: null as string | null,
      },
      {
        id: 'k_bo',
        user: 'u_bo',
        name: '',
        secret_hash: createHash('sha256').update('mb_bo').digest('hex'),
        super_admin: false,
        active: false,
        created_at: '2025-03-01T11:00:00.000Z',
        last_used_at: null,
        scopes: ['read', 'webhooks'],
        expires_at: '2027-01-01T00:00:00.000Z',
        switched_off_by: 'u_ada',
      },
    ],
    channels: [
      {
        id: 'ch_eng',
        title: 'Engineering',
        private: false,
        members: ['u_ada', 'u_bo'],
        created_at: '2025-03-02T10:00:00.000Z',
      },
      { id: 'ch_law', title: 'Law', private: true, members: [] as string[], created_at: '2025-03-03T10:00:00.000Z' },
    ],
    series: [{ id: 'se_w', title: 'Weekly', shared_with: [{ user: 'u_cy', by: 'u_ada', can_edit: false }] }],
    events: [
      {
        guid: 'evt1_20260105T090000Z@calendar.test',
        series: 'se_w' as string | null,
        title: 'Weekly 5 Jan',
        start: '2026-01-05T09:00:00.000Z',
        end: '2026-01-05T09:30:00.000Z',
        all_day: false,
        call_url: 'https://meet.test/x' as string | null,
        organizer_email: 'ada@ACME.test' as string | null,
        attendees: [
          { email: 'guest@elsewhere.test', name: '' },
          { email: 'bo@acme.test', name: 'Bo Li' },
          { email: 'ada@acme.test', name: 'Ada Moreau' },
        ],
        imported_by: 'u_bo' as string | null,
        cancelled_at: '2026-01-04T18:00:00.000Z' as string | null,
      },
    ],
    calendar_feeds: [
      {
        id: 'cal_1',
        owner: 'u_bo',
        host: 'calendar.test' as string | null,
        url: 'https://calendar.test/private-5f0c/basic.ics?token=7e1d' as string | null,
        events: ['evt1_20260105T090000Z@calendar.test'],
        created_at: '2025-12-01T10:00:00.000Z',
      },
      {
        id: 'cal_2',
        owner: 'u_bo',
        host: 'elsewhere.test:8443',
        url: null,
        events: [],
        created_at: '2025-12-02T10:00:00.000Z',
      },
    ],
    notes: [
      {
        id: 'n_1',
        event: 'evt1_20260105T090000Z@calendar.test' as string | null,
        series: 'se_w' as string | null,
        created_by: 'u_ada' as string | null,
        title: 'Weekly 5 Jan',
        titled_by_person: false,
        created_at: noteTime,
        updated_at: '2026-01-05T09:31:00.000Z',
        agenda: [
          '::agenda{version=1}',
          '',
          '# Goals',
          'A paragraph with “odd” characters: 你好 \\* end',
          '- A bullet',
          '  ::talking-point[Pricing]{#tp_1}',
          '::action-item[Send the deck]{#ai_1 assignees="u_ada u_bo" due=2026-01-09 completion=all}',
        ].join('\n'),
        shared_with: [{ user: 'u_cy', by: 'u_ada', can_edit: true }],
        published_to: [{ channel: 'ch_eng', by: 'u_ada' }],
      },
      {
        id: 'n_2',
        event: null as string | null,
        series: null as string | null,
        created_by: 'u_bo',
        title: 'Alone',
        titled_by_person: true,
        created_at: '2026-01-06T08:00:00.000Z',
        updated_at: '2026-01-06T08:00:00.000Z',
        agenda: '',
        shared_with: [],
        published_to: [],
      },
    ],
    recordings: [
      {
        id: 'r_1',
        note: 'n_1',
        title: 'Weekly 5 Jan',
        created_at: '2026-01-05T09:31:00.000Z',
        updated_at: '2026-01-05T09:40:00.000Z',
        started_at: '2026-01-05T09:00:10.000Z' as string | null,
        ended_at: '2026-01-05T09:29:50.000Z',
        started_by: 'u_ada' as string | null,
        transcript: {
          language_code: 'en-US',
          speech_segments: [
            {
              speaker: 'Ada Moreau',
              text: 'Good morning.',
              start_time: 0,
              end_time: 1.4,
              words: [
                { text: 'Good', start_time: 0, end_time: 0.6 },
                { text: 'morning.', start_time: 0.7, end_time: 1.4 },
              ],
            },
            { speaker: 'Bo Li', text: 'Hm.', start_time: 2, end_time: 2.2 },
          ],
          recognised: [{ speaker: 'Bo Li', before: 'Speaker 2' }],
        },
        ai_notes: {
          markdown: '## Summary',
          sections: [
            { title: 'Summary', content: 'All is well.' },
            {
              title: 'Next',
              items: [
                { text: 'Send it', timestamp: 12, assignees: ['u_bo'] },
                { text: 'Go', timestamp: null },
              ],
            },
          ],
          generated_by: 'embedded',
          usage: { requests: 2, input_tokens: 900 as number | null, output_tokens: null, seconds: 1.5, dropped: 1 },
        },
        participants: [
          { name: 'Ada', email: 'ada@acme.test' },
          { name: '', email: 'guest@elsewhere.test' },
        ],
        consent: {
          text: 'We record this.',
          told: ['Bo Lindqvist', 'guest@elsewhere.test'],
          at: '2026-01-05T09:00:00.000Z',
        },
        history: [
          {
            id: 'rc_1',
            at: '2026-01-05T10:00:00.000Z',
            user: 'u_bo' as string | null,
            change: {
              title: { from: 'Weekly', to: 'Weekly 5 Jan' },
              speakers: [{ from: 'Ada', to: 'Ada Moreau' }],
              segments: [
                {
                  index: 0,
                  text: { from: 'Good evening.', to: 'Good morning.' },
                  speaker: { from: 'Bo Li', to: 'Ada' },
                },
              ],
              segments_left_out: 2,
              ai_notes: 'edited',
            },
          },
          { id: 'rc_2', at: '2026-01-05T11:00:00.000Z', user: null, change: { ai_notes: 'written_anew' } },
          {
            id: 'rc_3',
            at: '2026-01-05T12:00:00.000Z',
            user: 'u_bo',
            change: { transcript: 'transcribed_again', former_transcript: 'Ada: Good morning.' },
          },
        ],
        shared_with: [{ user: 'u_cy', by: 'u_ada', can_edit: false }],
        published_to: [{ channel: 'ch_eng', by: 'u_bo' }],
      },
    ],
    uploads: [
      {
        recording_id: 'r_9',
        submitted_by: 'u_ada',
        title: 'Old call',
        status: 'FAILED',
        failure_reason: 'The media could not be read',
        event: null as string | null,
        channel: 'ch_eng' as string | null,
        template: 'nt_gone' as string | null,
        created_at: '2026-01-06T10:00:00.000Z',
        updated_at: '2026-01-06T10:02:00.000Z',
      },
    ],
    action_items: [
      {
        id: 'ai_1',
        note: 'n_1' as string | null,
        text: 'Send the deck',
        assignees: ['u_ada', 'u_bo'],
        completed_by: ['u_bo'],
        completion_type: 'all',
        status: 'Incomplete',
        wont_do: false,
        due_date: '2026-01-09',
        ai_generated: true,
        created_by: 'u_ada',
        recording_offset: 90 as number | null,
        created_at: '2026-01-05T09:10:00.000Z',
        updated_at: '2026-01-05T09:12:00.000Z',
      },
      {
        id: 'ai_2',
        note: null,
        text: 'On my own',
        assignees: [],
        completed_by: [],
        completion_type: 'any',
        status: 'Archived',
        wont_do: true,
        due_date: null,
        ai_generated: false,
        created_by: 'u_bo',
        recording_offset: null,
        created_at: '2026-01-06T09:10:00.000Z',
        updated_at: '2026-01-06T09:10:00.000Z',
      },
    ],
    webhook_list: [
      {
        id: 'wh_1',
        owner: 'u_ada',
        api_key: 'k_gone' as string | null,
        scope: 'workspace',
        url: 'https://hooks.test/in',
        description: 'All',
        status: 'failed',
        enabled_events: ['ai_note.generated', 'action_item.completed'],
        secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3' as string | null,
        previous_secrets: [
          { secret: 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4', until: '2026-01-11T10:00:00.000Z' },
          { secret: 'whsec_YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZjAx', until: '2026-01-11T09:00:00.000Z' },
        ],
        headers: { authorization: 'Bearer of-the-gateway' } as Record<string, string> | null,
        created_at: '2026-01-07T10:00:00.000Z',
        updated_at: '2026-01-07T10:00:00.000Z',
      },
    ],
    audit_log: [
      {
        id: 'au_1',
        at: '2026-01-08T10:00:00.000Z',
        action: 'impersonate',
        key_id: 'k_gone',
        user_id: 'u_ada',
        on_behalf_of: 'u_bo' as string | null,
        method: 'POST',
        path: '/api/v1/notes',
        status: null as number | null,
        address: '192.0.2.1',
        request_id: 'req_1',
        body_sha256: 'ab'.repeat(32) as string | null,
        details: {},
      },
      {
        id: 'au_2',
        at: '2026-01-08T11:00:00.000Z',
        action: 'change_user',
        key_id: 'k_ada',
        user_id: 'u_ada',
        on_behalf_of: null,
        method: 'PATCH',
        path: '/api/v1/user/u_cy',
        status: 200,
        address: '2001:db8::1',
        request_id: 'req_2',
        body_sha256: null,
        details: { after: { active: false }, before: { active: true } },
      },
    ],
  }
}

const account = {
  other_addresses: [] as string[],
  created_at: '2025-02-01T10:00:00.000Z',
  erased_at: null as string | null,
  legal_hold: null as string | null,
  voice: null as object | null,
}

/** Printed without `--with-voices`. */
const voice = {
  model: 'titanet-small ad4a1802485d',
  vector: null,
  recordings: 2,
  created_at: '2025-06-01T10:00:00.000Z',
  updated_at: '2025-07-01T10:00:00.000Z',
}

const person = (id: string, email: string, full_name: string) => ({ id, email, full_name })
